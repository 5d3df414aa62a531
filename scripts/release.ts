/**
 * `npm run release -- --dry-run`: checks the listing, makes all packages and holds them against what both marketplaces ask.
 * `npm run release`: the same, then publishes after a question; tokens come from VSCE_PAT and OVSX_PAT alone.
 */
import path from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { buildAllPackages } from './allPackages.ts';
import { endAllOnSignals, run } from './childProcess.ts';
import { readListing } from './listing/readListing.ts';
import { projectFolder } from './projectFolder.ts';
import { marketplaces } from './release/marketplaces.ts';
import { releaseVersion } from './release/releaseVersion.ts';
import { treeFindings } from './release/treeFindings.ts';
import { step } from './steps.ts';

endAllOnSignals();
try {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } });
  await releaseVersion(
    { dryRun: values['dry-run'] === true },
    {
      say: step,
      ask,
      tokens: takeTokens(),
      marketplaces,
      readListing,
      treeFindings: version => treeFindings(projectFolder, version),
      build: async () => {
        step('building');
        await run(process.execPath, [path.join(projectFolder, 'esbuild.mjs')], { show: true });
        return buildAllPackages(step);
      },
    },
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** The tokens, which leave the environment: neither npm nor the build nor git has any business with them. */
function takeTokens(): Record<string, string | undefined> {
  return Object.fromEntries(
    marketplaces.map(({ tokenVariable }) => {
      const token = process.env[tokenVariable];
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
      delete process.env[tokenVariable];
      return [tokenVariable, token];
    }),
  );
}

/** A line from the terminal or from a pipe. */
async function ask(question: string): Promise<string | undefined> {
  process.stdout.write(question);
  const lines = createInterface({ input: process.stdin });
  const answer = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  lines.close();
  return answer[0];
}
