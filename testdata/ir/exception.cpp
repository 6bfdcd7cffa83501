// SPDX-License-Identifier: Apache-2.0
struct guard {
	guard();
	~guard();
};
struct failure {
	int code;
};
int risky(int n);

int tries(int n)
{
	try {
		guard g;
		if (risky(n))
			throw failure{ n };
		n = 1;
	} catch (const failure &f) {
		return f.code;
	} catch (...) {
		throw;
	}
	return n;
}

int nested(int n) try {
	try {
		return risky(n);
	} catch (int) {
		n = risky(2);
	}
	return n;
} catch (...) {
	return 0;
}
