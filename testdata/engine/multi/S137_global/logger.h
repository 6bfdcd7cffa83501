// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <pthread.h>

extern pthread_t logger;

int logger_start(void);
void logger_flush(void);
