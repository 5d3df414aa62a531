import { onTestFinished } from 'vitest';
import type { ServiceOptions } from '../../../src/service/serviceOptions.ts';
import { startService, type RunningService } from '../../../src/service/startService.ts';

/** Starts a service whose `close` may be called again: it is at the end of the test, too. */
export async function startClosable(options: ServiceOptions): Promise<RunningService> {
  const service = await startService(options);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= service.close());
  onTestFinished(close);
  return { ...service, close };
}
