/** The platform service as a library: `dist/service.mjs`. */
export { startService } from './startService.ts';
export type { RunningService } from './startService.ts';
export type { ServiceOptions } from './serviceOptions.ts';
export { rotateMasterKey } from './store/rotateMasterKey.ts';
export type { RotationOptions } from './store/rotateMasterKey.ts';
export { makeSignInLink } from './makeSignInLink.ts';
export { signInCommand } from './signInCommand.ts';
export type { SignInLinkOptions } from './makeSignInLink.ts';
export { lowestClient } from './http/lowestClient.ts';
export { defaultRateLimits } from './http/rateLimit.ts';
export type { RateCategory, RateLimitSettings } from './http/rateLimit.ts';
export { defaultRetention } from './store/retention.ts';
export type { Retention } from './store/retention.ts';
export type { ServiceLog, LogEntry } from './log.ts';
