// SPDX-License-Identifier: Apache-2.0
enum state { IDLE, BUSY, GONE = 7 };
int act(int n);

int choose(enum state s, int n)
{
	switch (s) {
	case IDLE:
		n = 1;
		/* falls through */
	case BUSY: {
		int inner = act(n);
		if (inner)
			break;
		return inner;
	}
	case GONE:
		return 7;
	}
	switch (n) {
	case 1 ... 3:
		return 1;
	case -1:
	default:
		n = 2;
	}
	return n;
}
