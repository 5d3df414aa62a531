import { startService } from '../../../src/service/startService.ts';

/** The service as a process of its own: its data folder is the argument, its address the first line. */
const { url, signInUrl } = await startService({
  dataDir: process.argv[2] ?? '',
  rateLimits: { default: 1e9, gateway: 1e9 },
});
console.log(JSON.stringify({ url, signInUrl }));
