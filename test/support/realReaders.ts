/** Programs of others that read what Sightline writes and ask its service, where this machine has them. */
import { execFileSync } from 'node:child_process';

export interface RealReader {
  name: string;
  /** What it says of its version; `undefined` where it is not installed. */
  version: string | undefined;
  /** Why not. */
  missing: string;
}

function reader(name: string, command: string, args: readonly string[], missing: string): RealReader {
  try {
    const version = execFileSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return { name, version: version.split('\n')[0] ?? '', missing };
  } catch {
    return { name, version: undefined, missing };
  }
}

const pythonModule = (name: string): RealReader =>
  reader(
    name,
    'python3',
    ['-c', `import ${name}; print(getattr(${name}, "__version__", "installed"))`],
    `python3 has no module ${name}`,
  );

/** Looks for the readers that a test file would use, and says in its output which there are. */
export function findReaders<Name extends keyof typeof makers>(...names: Name[]): Record<Name, RealReader> {
  const found = names.map(name => [name, makers[name]()] as const);
  const words = found.map(([, { name, version, missing }]) =>
    version === undefined ? `without ${name} (skipped: ${missing})` : `with ${name} ${version}`,
  );
  console.info(`Beside what was written for these tests: ${words.join(', ')}.`);
  return Object.fromEntries(found) as Record<Name, RealReader>;
}

const makers = {
  datasets: () => pythonModule('datasets'),
  pandas: () => pythonModule('pandas'),
  pycocotools: () => pythonModule('pycocotools'),
  requests: () => pythonModule('requests'),
  exiftool: () => reader('exiftool', 'exiftool', ['-ver'], 'there is no program exiftool'),
};

/** What a program in Python prints, as JSON. */
export function python(program: string, ...args: string[]): unknown {
  const output = execFileSync('python3', ['-c', program, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HF_HUB_OFFLINE: '1', HF_DATASETS_OFFLINE: '1' },
  });
  return JSON.parse(output) as unknown;
}
