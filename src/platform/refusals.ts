import { SightlineError, type ErrorDetails } from '../base/errors.ts';

/*
 * The four refusals that a service's users meet, each a class of its own. `hint` says what helps; the service's own words
 * are part of the message.
 */

/** 401, `Invalid API key`: the key was mistyped, has been revoked, or is not the one that was meant. */
export class InvalidKeyError extends SightlineError {
  constructor(message: string, details?: ErrorDetails) {
    super('keyRejected', message, details);
    this.name = 'InvalidKeyError';
  }
}

/** 403, `Permission denied for this operation`: what is asked for belongs to another workspace, or is no matter for a key. */
export class PermissionDeniedError extends SightlineError {
  constructor(message: string, details?: ErrorDetails) {
    super('permissionDenied', message, details);
    this.name = 'PermissionDeniedError';
  }
}

/** 403, `Workspace owner access required`: only the owner of the workspace may do it. */
export class OwnerRequiredError extends SightlineError {
  constructor(message: string, details?: ErrorDetails) {
    super('permissionDenied', message, details);
    this.name = 'OwnerRequiredError';
  }
}

/** 429, `Rate limit exceeded`: `retryAfterMs` has the pause that the service asks for, if it names one. */
export class RateLimitError extends SightlineError {
  constructor(message: string, details?: ErrorDetails) {
    super('rateLimited', message, details);
    this.name = 'RateLimitError';
  }
}
