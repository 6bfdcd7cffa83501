// SPDX-License-Identifier: Apache-2.0
// What this machine has room for.
#ifndef ONCELINT_DRIVER_MACHINE_H
#define ONCELINT_DRIVER_MACHINE_H

#include <stdint.h>

// Workers to start if nobody says how many: one for each core that this process
// may use, fewer if there is not memory for so many. At least 1.
uint32_t machine_jobs(void);

// The same for a machine with so many cores and so much memory to be had.
uint32_t machine_jobs_for(uint32_t cores, uint64_t free_kib);

#endif
