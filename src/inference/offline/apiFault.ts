/** A refusal in OpenAI's shape. */
export class ApiFault extends Error {
  readonly status: number;
  readonly param: string | null;
  readonly code: string | null;

  constructor(status: number, message: string, { param, code }: { param?: string; code?: string } = {}) {
    super(message);
    this.name = 'ApiFault';
    this.status = status;
    this.param = param ?? null;
    this.code = code ?? null;
  }

  /** The answer that carries the refusal. */
  toResponse(): Response {
    const { status, message, param, code } = this;
    return Response.json({ error: { message, type: 'invalid_request_error', param, code } }, { status });
  }
}

/** A parameter that a request must have. */
export function missingParameter(param: string): ApiFault {
  return new ApiFault(400, `Missing required parameter: '${param}'.`, {
    param,
    code: 'missing_required_parameter',
  });
}
