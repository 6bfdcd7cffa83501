// SPDX-License-Identifier: Apache-2.0
// A callback class of the project itself: its destructor is declared here, not
// in a header of the system.
#include <utility>

namespace WTF
{
template <class> class CompletionHandler;
template <class R, class... A> class CompletionHandler<R(A...)>
{
      public:
	CompletionHandler(R (*)(A...));
	CompletionHandler(CompletionHandler &&) noexcept;
	CompletionHandler(const CompletionHandler &) = delete;
	CompletionHandler &operator=(CompletionHandler &&) noexcept;
	~CompletionHandler();
	explicit operator bool() const;
	R operator()(A...);
};
} // namespace WTF
using WTF::CompletionHandler;

enum class state { idle, asking, running };

class machine
{
      public:
	void bad_nothing_to_do(state next, CompletionHandler<void(int)> done)
	{
		if (next == state_)
			return; // expect: never-completed "'done'"
		state_ = next;
		done(1);
	}

	void ok_every_state(state next, CompletionHandler<void(int)> done)
	{
		switch (next) {
		case state::idle:
			done(0);
			break;
		case state::asking:
			done(1);
			break;
		case state::running:
			done(2);
			break;
		}
	}

	void bad_a_state_left_out(state next, CompletionHandler<void(int)> done)
	{
		switch (next) {
		case state::idle:
			done(0);
			break;
		case state::running:
			done(2);
			break;
		}
	} // expect: never-completed "'done'"

      private:
	state state_ = state::idle;
};

// Whatever the callee does with its own object, the caller has given it away.
void ok_given_in_place(machine &m)
{
	m.ok_every_state(state::idle,
			 CompletionHandler<void(int)>([](int) {}));
	m.bad_nothing_to_do(state::running,
			    CompletionHandler<void(int)>([](int) {}));
}
