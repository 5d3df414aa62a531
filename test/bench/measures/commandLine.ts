import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { projectFolder } from '../../../scripts/projectFolder.ts';
import { median, type Measure } from '../figure.ts';

const rounds = 15;

/** Starts of the built command line that ask nothing, against those of Node.js alone, in turns. */
export const measure: Measure = () => {
  const cli = path.join(projectFolder, 'dist/cli.mjs');
  const starts = { node: ['-e', '0'], version: [cli, '--version'], help: [cli, '--help'] };
  const times: Record<keyof typeof starts, number[]> = { node: [], version: [], help: [] };
  for (let round = 0; round < rounds; round++)
    for (const name of ['node', 'version', 'help'] as const) {
      const begin = performance.now();
      execFileSync(process.execPath, starts[name], { stdio: 'ignore' });
      times[name].push(performance.now() - begin);
    }
  const node = median(times.node);
  return Promise.resolve(
    (['version', 'help'] as const).map(name => ({
      name: `${name}Ratio`,
      title: `sightline --${name}, against node -e 0`,
      value: median(times[name]) / node,
      unit: 'ratio',
      // 45 ms where Node.js takes 25.
      limit: 1.8,
      details: { milliseconds: median(times[name]), node },
    })),
  );
};
