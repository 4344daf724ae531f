// SPDX-License-Identifier: MIT
// Calls of getpgid() from methods, templates, lambdas, inlined ones and out of
// a handler of exceptions.
#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace shapes
{
volatile int n_calls;

template <typename T> struct Box {
	T value;
	__attribute__((noinline)) int area(const T &scale) const
	{
		n_calls = n_calls + getpgid(0) % 2;
		return static_cast<int>(value * scale);
	}
	inline __attribute__((always_inline)) int twice() const
	{
		return area(T(2)) + 1;
	}
};

class Shape
{
      public:
	virtual ~Shape() = default;
	virtual int sides(const std::string &name) const = 0;
};

class Square : public Shape
{
      public:
	__attribute__((noinline)) int sides(
		const std::string &name) const override
	{
		int found = getpgid(0) > 0 ? 4 : 5;

		return found + static_cast<int>(name.size());
	}
};

__attribute__((noinline)) int failing(int n)
{
	if (n)
		throw std::runtime_error("no");
	return n;
}

__attribute__((noinline)) int caught(int n)
{
	try {
		return failing(n);
	} catch (const std::exception &) {
		n_calls = n_calls + getpgid(0) % 2;
		return -n;
	}
}

__attribute__((noinline)) int apply(const std::function<int(int)> &f, int n)
{
	int found = f(n);

	return found + n_calls;
}
} // namespace shapes

int main(int argc, char **)
{
	using namespace shapes;
	std::vector<int> numbers{3, 1};
	const Square square;
	const Shape &shape = square;
	int n = Box<double>{2.5}.twice() + shape.sides("square") + caught(argc);

	n += apply([](int k) { return getpgid(0) % 2 + k; }, argc);
	std::sort(numbers.begin(), numbers.end(), [](int a, int b) {
		n_calls = n_calls + getpgid(0) % 2;
		return a < b;
	});
	return n == 0;
}
