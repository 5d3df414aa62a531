import { SightlineError } from '../base/errors.ts';
import { sightlineVersion } from '../base/node/sightlineVersion.ts';
import { connectToWindow } from '../tools/windowBridge.ts';
import { serveTools } from './toolServer.ts';

/*
 * The MCP server that the editor starts: whatever an agent calls is done by the window, which asks the person before an image
 * leaves the machine, and keeps the keys.
 */

const end = new AbortController();
const [file = ''] = process.argv.slice(2);
try {
  const window = await connectToWindow(file, () => end.abort());
  await serveTools({
    version: sightlineVersion(),
    stdin: process.stdin,
    stdout: process.stdout,
    signal: end.signal,
    tools: () => window,
    sendsOut: () => Promise.resolve(true),
    explain: error =>
      error instanceof SightlineError ? error.message : 'An internal error occurred in Sightline.',
    report: message => void process.stderr.write(`${message}\n`),
  });
} catch (error) {
  process.stderr.write(
    `${error instanceof SightlineError ? error.message : 'An internal error occurred.'}\n`,
  );
  process.exitCode = 1;
}
