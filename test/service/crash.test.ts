import { expect, test } from 'vitest';
import { rotateMasterKey } from '../../src/service/store/rotateMasterKey.ts';
import { bundledService } from '../support/service/bundledService.ts';
import { faultsOf } from '../support/service/checkStore.ts';
import { ended, firstLine, startChild } from '../support/service/child.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { signedIn } from '../support/service/signedIn.ts';
import { newLedger, writeUntilKilled } from '../support/service/writers.ts';

/** Random, and the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

/** `SIGHTLINE_CRASHES=1000 npx vitest run test/service/crash.test.ts` looks longer. */
const crashes = Number(process.env['SIGHTLINE_CRASHES'] ?? 30);

test(
  'killed again and again in the middle of writes: nothing acknowledged is lost, nothing half-made stands, every row opens',
  { timeout: 6000 * crashes + 60_000 },
  async () => {
    const script = await bundledService(dataFolder());
    const dataDir = dataFolder();
    const ledger = newLedger();
    const random = seeded(3);
    let cookie: string | undefined;
    let acknowledged = 0;
    for (let round = 0; round < crashes; round += 1) {
      const child = startChild(script, dataDir);
      const service = await firstLine<{ url: string; signInUrl: string }>(child);
      cookie ??= (await signedIn(service)).cookie;
      const enough = Math.floor(random() * 12);
      let answers = 0;
      const answered = () => {
        answers += 1;
        acknowledged += 1;
        // Not with the answer but a moment after it, so that the kill falls anywhere in what follows.
        if (answers === enough + 1) setTimeout(() => child.kill('SIGKILL'), random() * 8);
      };
      await writeUntilKilled(service.url, cookie, ledger, answered);
      await ended(child);
      expect(faultsOf(dataDir, ledger), `round ${round}`).toEqual([]);
    }
    expect(acknowledged).toBeGreaterThanOrEqual(3 * crashes);
  },
);

test(
  'killed in the middle of rotations: one master key opens all there is',
  { timeout: 300_000 },
  async () => {
    const dataDir = dataFolder();
    const ledger = newLedger();
    const service = await firstLine<{ url: string; signInUrl: string }>(
      startChild('serviceProcess.ts', dataDir),
    );
    const browser = await signedIn(service);
    for (let n = 0; n < 40; n += 1) {
      const { keyId, key } = await browser.makeKey();
      ledger.keys.set(keyId, { key });
    }
    const random = seeded(7);
    for (let round = 0; round < 10; round += 1) {
      const child = startChild('rotateProcess.ts', dataDir, '--announce');
      await firstLine(child);
      setTimeout(() => child.kill('SIGKILL'), random() * 25);
      await ended(child);
      expect(faultsOf(dataDir, ledger), `round ${round}`).toEqual([]);
      const [first] = ledger.keys.keys();
      const shown = (await (await browser.ask('GET', `/api/api-keys/${first ?? ''}/value`)).json()) as {
        key: string;
      };
      expect(shown.key).toBe(ledger.keys.get(first ?? '')?.key);
    }
    expect(rotateMasterKey({ dataDir }).resealed).toBe(40);
  },
);
