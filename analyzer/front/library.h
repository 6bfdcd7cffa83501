// SPDX-License-Identifier: Apache-2.0
// The compiler library.
#ifndef ONCELINT_FRONT_LIBRARY_H
#define ONCELINT_FRONT_LIBRARY_H

// The file that it is.
const char *front_library(void);

#endif
