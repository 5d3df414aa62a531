import type { Remedy } from './remedies.ts';

/**
 * What kind of failure this is. Stable: the editor picks its buttons, the command line its exit code by it.
 * `incomplete` is an answer that began and was broken off; `noAnswer` one that never began. `imagesUnsupported` is a model
 * that takes no images at all, `unsupportedImage` one image that cannot be read, or none on this system.
 */
export type ErrorCode =
  | 'missingKey'
  | 'keyRejected'
  | 'permissionDenied'
  | 'rateLimited'
  | 'quotaExceeded'
  | 'badRequest'
  | 'notFound'
  | 'requestTooLarge'
  | 'network'
  | 'certificate'
  | 'timeout'
  | 'providerFailed'
  | 'noAnswer'
  | 'incomplete'
  | 'imagesUnsupported'
  | 'unsupportedImage'
  | 'imageTooLarge'
  | 'store'
  | 'notAService'
  | 'clientTooOld'
  | 'untrusted';

/** The parts of a failure beside its message. */
export interface ErrorDetails {
  cause?: unknown;
  /** What the person can do next, true on every surface; it names no setting, command or option of one. */
  hint?: string | undefined;
  /** What they can do where each surface does it in its own way; its sentence comes after the hint. */
  remedy?: Remedy | undefined;
  /** HTTP status, where a server answered. */
  status?: number;
  /** Milliseconds the server asked us to wait. */
  retryAfterMs?: number;
  /** Whose key or right is meant, where it is the platform service's and no provider's. */
  about?: 'service';
}

/**
 * The one base class of Sightline's errors. `message` is a sentence for the person, without secrets;
 * a library's own error is kept as `cause` and never shown.
 */
export class SightlineError extends Error {
  readonly code: ErrorCode;
  /** As in {@link ErrorDetails}; the library adds its own remedy to it. */
  hint: string | undefined;
  readonly remedy: Remedy | undefined;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly about: 'service' | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'SightlineError';
    this.code = code;
    this.hint = details.hint;
    this.remedy = details.remedy;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.about = details.about;
  }
}

/** A value the caller gave that cannot be used: an unknown API format, an unreadable picture. */
export class ValueError extends SightlineError {
  constructor(message: string, details: ErrorDetails & { code?: ErrorCode } = {}) {
    super(details.code ?? 'badRequest', message, details);
    this.name = 'ValueError';
  }
}

/** The code by which the system or Node.js names a failure: `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether `error` only says that the person, or the code on their behalf, stopped the work: shown nowhere. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
