/** Statuses of failures. 408 is for the log: the client has gone and reads no answer. */
export type FailureStatus =
  400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 421 | 426 | 429 | 500 | 502 | 503 | 504;

/** A failure with its answer: `message` goes to the client as `{"error": message}`. */
export class ServiceError extends Error {
  readonly status: FailureStatus;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: FailureStatus, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
    this.headers = headers;
  }
}

/** No key, or none that is valid. */
export const invalidKey = (): ServiceError => new ServiceError(401, 'Invalid API key');
/** The thing asked for does not exist. */
export const notFound = (what: string): ServiceError => new ServiceError(404, `${what} not found`);
