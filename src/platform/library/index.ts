/** The client of the platform's service as a library: `dist/platform.mjs`. */
export { SightlineError, ValueError, type ErrorCode } from '../../base/errors.ts';
export type { Remedy, RemedyKind } from '../../base/remedies.ts';
export { InvalidKeyError, OwnerRequiredError, PermissionDeniedError, RateLimitError } from '../refusals.ts';
export { Platform } from './platform.ts';
export type { JobListOptions, Jobs, NewJob } from './jobs.ts';
export type { PredictParameters, PredictSource } from './imageForm.ts';
export type { CallOptions, PageOptions, PlatformOptions, WorkspaceOptions } from './options.ts';
export type * from './results.ts';
