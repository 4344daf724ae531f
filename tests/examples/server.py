# A server that asks a slow database for one of its pages.
import socket, threading, time

database = socket.create_server(("127.0.0.1", 0))
server = socket.create_server(("127.0.0.1", 0))


def answer_queries():
    client, _ = database.accept()
    while client.recv(99):
        time.sleep(0.3)
        client.sendall(b"42 rows")


def serve():
    rows = socket.create_connection(database.getsockname())
    for _ in range(3):
        client, _ = server.accept()
        if client.recv(99) == b"GET /report":
            rows.sendall(b"select")
            rows.recv(99)
        client.sendall(b"200 OK")
        client.close()


threading.Thread(target=answer_queries, daemon=True).start()
thread = threading.Thread(target=serve)
thread.start()
for page in (b"GET /", b"GET /report", b"GET /about"):
    request = socket.create_connection(server.getsockname())
    request.sendall(page)
    request.recv(99)
thread.join()
