// SPDX-License-Identifier: Apache-2.0
// A destructor that may only be called of a consumed object makes its owner owe
// the consumption; one that says nothing does not.
class [[clang::consumable(unconsumed)]] token
{
    public:
	[[clang::return_typestate(unconsumed)]] token();
	[[clang::callable_when("unconsumed"), clang::set_typestate(consumed)]] int
	spend();
	[[clang::callable_when("consumed")]] ~token();
};

class [[clang::consumable(unconsumed)]] coupon
{
    public:
	[[clang::return_typestate(unconsumed)]] coupon();
	[[clang::callable_when("unconsumed"), clang::set_typestate(consumed)]] int
	spend();
	[[clang::callable_when("unconsumed", "consumed")]] ~coupon();
};

void bad_never_spent()
{
	token t; // expect: never-consumed "token 't'"
}

int bad_spent_on_one_path(bool c)
{
	token t; // expect: never-consumed "'t'"

	return c ? t.spend() : 0;
}

int bad_spent_twice()
{
	token t;
	int s = t.spend();

	return s + t.spend(); // expect: double-consume
}

int ok_spent()
{
	token t;

	return t.spend();
}

void ok_may_be_thrown_away()
{
	coupon c;
}
