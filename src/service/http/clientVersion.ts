import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from '../context.ts';
import { ServiceError } from './serviceError.ts';

const version = /^(\d+)\.(\d+)\.(\d+)/;

/** Refuses a Sightline that is older than `lowest` (`x.y.z`), saying which version is needed; others pass. */
export function clientVersion(lowest: string | undefined) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const client = /(?:^|\s)sightline\/(\S+)/i.exec(c.req.header('user-agent') ?? '')?.[1];
    if (lowest !== undefined && client !== undefined && isOlder(client, lowest))
      throw new ServiceError(
        426,
        `This service needs Sightline ${lowest} or newer. Please update Sightline.`,
      );
    await next();
  });
}

/** Whether `one` comes before `other`; what does not read as a version does not. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [version.exec(one), version.exec(other)].map(parts => parts?.slice(1).map(Number));
  if (a === undefined || b === undefined) return false;
  const differing = a.findIndex((part, index) => part !== b[index]);
  return differing !== -1 && (a[differing] ?? 0) < (b[differing] ?? 0);
}
