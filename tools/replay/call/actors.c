/* SPDX-License-Identifier: MIT */
/*
 * Threads that pass a baton, see actors.h. A thread may access the shared data
 * while it has the baton; the lock only guards the baton's owner. At the end
 * the baton makes one more round, from the first thread to the last. A thread
 * that has passed it on then is done.
 */
#include "tools/replay/call/actors.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct actor {
	struct cast *cast;
	uint32_t place;	 /* in the cast */
	uint32_t thread; /* index in the world's */
	pthread_t handle;
	pthread_cond_t is_my_turn;
};

struct cast {
	const struct actors_play *play;
	bool is_single_thread, is_over;
	struct actor *actors[ACTORS_MAX]; /* sorted by their first calls */
	uint32_t n_actors;
	struct fxr_map places;	     /* by thread */
	const struct fxr_call *call; /* the next call, for the baton's thread */
	pthread_mutex_t lock;
	uint32_t baton; /* place of its owner */
	char *error;
};

static void set_error(struct cast *cast, const char *what, int error)
{
	snprintf(cast->error, ACTORS_ERROR_BYTES, "%s%s%s", what,
		 error ? ": " : "", error ? strerror(error) : "");
}

static void hand_to(struct cast *cast, uint32_t place)
{
	struct actor *next = cast->actors[place];

	pthread_mutex_lock(&cast->lock);
	cast->baton = place;
	pthread_mutex_unlock(&cast->lock);
	pthread_cond_signal(&next->is_my_turn);
}

static void await_baton(struct actor *actor)
{
	struct cast *cast = actor->cast;

	pthread_mutex_lock(&cast->lock);
	while (cast->baton != actor->place)
		pthread_cond_wait(&actor->is_my_turn, &cast->lock);
	pthread_mutex_unlock(&cast->lock);
}

static void *act(void *actor);

/* The actor of a call; NULL with the error set if the limit is reached. */
static struct actor *actor_of(struct cast *cast, const struct fxr_call *call)
{
	uint32_t thread = (uint32_t)(call->thread - cast->play->world->threads);
	uint32_t place = fxr_map_find(&cast->places, thread, 0, 0);
	struct actor *actor;
	int error = 0;

	if (place != FXR_NONE)
		return cast->actors[place];
	if (cast->n_actors == ACTORS_MAX) {
		set_error(cast, "too many threads", 0);
		return NULL;
	}
	actor = fxr_new(1, sizeof(*actor));
	*actor = (struct actor){
		.cast = cast, .place = cast->n_actors, .thread = thread};
	pthread_cond_init(&actor->is_my_turn, NULL);
	if (!cast->is_single_thread && actor->place)
		error = pthread_create(&actor->handle, NULL, act, actor);
	if (error) {
		set_error(cast, "a thread cannot be made", error);
		free(actor);
		return NULL;
	}
	cast->actors[cast->n_actors++] = actor;
	fxr_map_put(&cast->places, thread, 0, 0, actor->place);
	return actor;
}

/* Makes calls, from the current one on, up to the first one of another thread.
 * Returns its actor; NULL: the end. */
static struct actor *play_on(struct actor *actor)
{
	struct cast *cast = actor->cast;
	const struct actors_play *play = cast->play;
	const struct fxr_thread *mine = cast->call->thread;
	struct actor *next = NULL;

	play->enter(play->context, actor->thread);
	do
		if (!play->play(play->context, cast->call))
			cast->call = NULL;
		else
			cast->call = play->next(play->context);
	while (cast->call && cast->call->thread == mine);
	if (cast->call)
		next = actor_of(cast, cast->call);
	play->leave(play->context, actor->thread);
	return next;
}

/* The work of a thread from its first call on. */
static void play_thread(struct actor *actor)
{
	struct cast *cast = actor->cast;
	const struct actors_play *play = cast->play;

	for (await_baton(actor); !cast->is_over; await_baton(actor)) {
		struct actor *next = play_on(actor);

		cast->is_over = !next;
		hand_to(cast, next ? next->place : 0);
	}
	play->finish(play->context, actor->thread);
	if (actor->place + 1 < cast->n_actors)
		hand_to(cast, actor->place + 1);
}

static void *act(void *actor)
{
	play_thread(actor);
	return NULL;
}

static void perform_alone(struct actor *actor)
{
	struct cast *cast = actor->cast;

	while (actor)
		actor = play_on(actor);
	for (uint32_t i = 0; i < cast->n_actors; i++)
		cast->play->finish(cast->play->context,
				   cast->actors[i]->thread);
}

static void join_all(struct cast *cast)
{
	/* all first: one thread may still be about to wake another one */
	for (uint32_t i = 1; i < cast->n_actors && !cast->is_single_thread; i++)
		pthread_join(cast->actors[i]->handle, NULL);
	for (uint32_t i = 0; i < cast->n_actors; i++) {
		pthread_cond_destroy(&cast->actors[i]->is_my_turn);
		free(cast->actors[i]);
	}
	pthread_mutex_destroy(&cast->lock);
	fxr_map_fini(&cast->places);
}

bool actors_run(const struct actors_play *play, bool is_single_thread,
		char error[ACTORS_ERROR_BYTES])
{
	struct cast cast = {.play = play,
			    .is_single_thread = is_single_thread,
			    .error = error};
	struct actor *first;

	*error = '\0';
	pthread_mutex_init(&cast.lock, NULL);
	cast.call = play->next(play->context);
	first = cast.call ? actor_of(&cast, cast.call) : NULL;
	if (first && is_single_thread)
		perform_alone(first);
	else if (first)
		play_thread(first);
	join_all(&cast);
	return !*error;
}
