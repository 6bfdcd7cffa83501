// SPDX-License-Identifier: Apache-2.0
#include <grpcpp/grpcpp.h>

void bad_finished_twice(grpc::ClientAsyncResponseReader<int> &reader, int *answer,
			grpc::Status *status)
{
	reader.Finish(answer, status, nullptr);
	reader.Finish(answer, status, nullptr); // expect: double-consume "'reader'"
}

void ok_finished_once(grpc::ClientAsyncResponseReader<int> &reader, int *answer,
		      grpc::Status *status)
{
	reader.Finish(answer, status, nullptr);
}
