// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace grpc
{
class Status
{
      public:
	static const Status OK;
	static const Status CANCELLED;
};
class ServerUnaryReactor
{
      public:
	virtual ~ServerUnaryReactor();
	void Finish(Status status);
	virtual void OnDone();
};
template <class Response> class ServerWriteReactor
{
      public:
	virtual ~ServerWriteReactor();
	void StartWrite(const Response *response);
	void StartWriteAndFinish(const Response *response, Status status);
	void Finish(Status status);
	virtual void OnWriteDone(bool ok);
	virtual void OnDone();
};
template <class Response> class ServerAsyncResponseWriter
{
      public:
	void Finish(const Response &response, const Status &status, void *tag);
	void FinishWithError(const Status &status, void *tag);
};
template <class Response> class ClientAsyncResponseReader
{
      public:
	void ReadInitialMetadata(void *tag);
	void Finish(Response *response, Status *status, void *tag);
};
} // namespace grpc
