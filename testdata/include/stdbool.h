// SPDX-License-Identifier: Apache-2.0
#pragma once
#ifndef __cplusplus
#	define bool _Bool
#	define true 1
#	define false 0
#endif
