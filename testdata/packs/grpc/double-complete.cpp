// SPDX-License-Identifier: Apache-2.0
#include <grpcpp/grpcpp.h>

struct reply {
	int value;
};

void bad_finished_twice(grpc::ServerUnaryReactor *reactor, bool failed)
{
	if (failed)
		reactor->Finish(grpc::Status::CANCELLED);
	reactor->Finish(grpc::Status::OK); // expect: double-complete "'reactor'"
}

void bad_error_and_reply(grpc::ServerAsyncResponseWriter<reply> &writer,
			 const reply &answer, bool failed)
{
	if (failed)
		writer.FinishWithError(grpc::Status::CANCELLED, nullptr);
	writer.Finish(answer, grpc::Status::OK, nullptr); // expect: double-complete
}

class lister : public grpc::ServerWriteReactor<reply>
{
      public:
	void bad_write_and_finish(const reply *last)
	{
		StartWriteAndFinish(last, grpc::Status::OK);
		Finish(grpc::Status::OK); // expect: double-complete
	}
	void ok_one_of_them(const reply *last)
	{
		if (last)
			StartWriteAndFinish(last, grpc::Status::OK);
		else
			Finish(grpc::Status::OK);
	}
};

void ok_either(grpc::ServerUnaryReactor *reactor, bool failed)
{
	if (failed)
		return reactor->Finish(grpc::Status::CANCELLED);
	reactor->Finish(grpc::Status::OK);
}
