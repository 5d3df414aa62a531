/**
 * A provider that answers each question after so many milliseconds, no two alike: of many that are, a run would have to think that
 * no images arrive. `provider.ts <ms>` prints its address, and ends with its input.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chatStream } from '../../support/provider/answers.ts';

const milliseconds = Number(process.argv[2]);
let answers = 0;

function nextAnswer(): string {
  answers += 1;
  return chatStream([`Number ${answers} `, 'is mostly ', 'blue.'])
    .filter(step => typeof step === 'string')
    .join('');
}

/** Calls at this reading of the clock. A timer comes up to a millisecond late, which would be taken for what is measured. */
function callAt(at: number, then: () => void): void {
  const watch = (): void => {
    if (performance.now() >= at) then();
    else setImmediate(watch);
  };
  setTimeout(watch, Math.max(0, Math.floor(at - performance.now()) - 1));
}

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const answer = nextAnswer();
    callAt(performance.now() + milliseconds, () => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'content-length': Buffer.byteLength(answer),
      });
      response.end(answer);
    });
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
});
process.stdin.resume().once('end', () => process.exit());
