// SPDX-License-Identifier: Apache-2.0
#include "logger.h"

pthread_t logger;

static void *work(void *arg)
{
	return arg;
}

int logger_start(void)
{
	return pthread_create(&logger, NULL, work, NULL);
}

void logger_flush(void)
{
	pthread_join(logger, NULL);
}
