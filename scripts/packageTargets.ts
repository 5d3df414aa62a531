import { existsSync } from 'node:fs';

/** A platform that a package is made for. */
export interface PackageTarget {
  /** VS Code's name for it; `universal` is the package without a target, which runs on WebAssembly alone. */
  name: string;
  /** The packages with sharp's binaries for it. */
  natives: readonly string[];
}

/** The name of the package that says no target. */
export const universal = 'universal';

/** All that are published. */
export const packageTargets: readonly PackageTarget[] = [
  target('win32-x64', 'win32', 'x64'),
  target('win32-arm64', 'win32', 'arm64'),
  target('linux-x64', 'linux', 'x64'),
  target('linux-arm64', 'linux', 'arm64'),
  target('linux-armhf', 'linux', 'arm'),
  target('alpine-x64', 'linux', 'x64', 'musl'),
  target('alpine-arm64', 'linux', 'arm64', 'musl'),
  target('darwin-x64', 'darwin', 'x64'),
  target('darwin-arm64', 'darwin', 'arm64'),
  { name: universal, natives: [] },
];

/** VS Code's name for the platform we run on. */
export function hostTarget(): string {
  const musl = process.platform === 'linux' && existsSync('/etc/alpine-release');
  const cpu = process.platform === 'linux' && process.arch === 'arm' ? 'armhf' : process.arch;
  return `${musl ? 'alpine' : process.platform}-${cpu}`;
}

/** @throws {Error} that lists the targets where `name` is none of them. */
export function packageTarget(name: string): PackageTarget {
  const found = packageTargets.find(one => one.name === name);
  if (found !== undefined) return found;
  const names = packageTargets.map(one => one.name).join(', ');
  throw new Error(`There is no target "${name}". Targets: ${names}.`);
}

/** On Windows libvips lies in the package of sharp's binaries, elsewhere in one of its own. */
function target(name: string, os: string, cpu: string, libc?: 'musl'): PackageTarget {
  const platform = `${os}${libc === 'musl' ? 'musl' : ''}-${cpu}`;
  const sharp = `@img/sharp-${platform}`;
  return {
    name,
    natives: os === 'win32' ? [sharp] : [sharp, `@img/sharp-libvips-${platform}`],
  };
}
