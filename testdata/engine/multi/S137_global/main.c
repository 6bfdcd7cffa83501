// SPDX-License-Identifier: Apache-2.0
#include "logger.h"

void bad_S137_flushed_and_joined(void)
{
	if (logger_start() != 0)
		return;
	logger_flush();
	pthread_join(logger, NULL); // expect: double-consume
}

void ok_S137_started_again(void)
{
	if (logger_start() != 0)
		return;
	logger_flush();
	if (logger_start() != 0)
		return;
	logger_flush();
}
