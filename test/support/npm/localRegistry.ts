import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { projectFolder } from '../../../scripts/projectFolder.ts';
import { tarballOf } from './tarball.ts';

/** A registry on a loopback port that has what is installed here, and knows of nothing else. */
export interface LocalRegistry extends AsyncDisposable {
  url: string;
}

interface Installed {
  folder: string;
  manifest: Record<string, unknown> & { version: string };
}

/** Starts it. Packages for other platforms are not installed here, as far as npm may leave them out. */
export async function startLocalRegistry(): Promise<LocalRegistry> {
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1));
    const [, archive] = /^-\/(.*)\.tgz$/.exec(name) ?? [];
    if (archive !== undefined) return void response.end(tarballOf(path.join(projectFolder, archive)));
    const versions = installedVersions(name);
    if (versions.length === 0) return void response.writeHead(404).end('{}');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(packument(name, versions, `http://${request.headers.host ?? ''}`)));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

function packument(name: string, versions: readonly Installed[], url: string): object {
  return {
    name,
    'dist-tags': { latest: versions.at(0)?.manifest.version },
    versions: Object.fromEntries(
      versions.map(({ folder, manifest: { devDependencies: _, scripts: __, ...manifest } }) => [
        manifest['version'],
        { ...manifest, dist: { tarball: `${url}/-/${encodeURIComponent(folder)}.tgz` } },
      ]),
    ),
  };
}

/** Where a package is installed, in every version, by the lock. */
function installedVersions(name: string): Installed[] {
  const lock = JSON.parse(readFileSync(path.join(projectFolder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  return Object.keys(lock.packages)
    .filter(folder => folder === `node_modules/${name}` || folder.endsWith(`/node_modules/${name}`))
    .filter(folder => existsSync(path.join(projectFolder, folder, 'package.json')))
    .map(folder => ({
      folder,
      manifest: JSON.parse(
        readFileSync(path.join(projectFolder, folder, 'package.json'), 'utf8'),
      ) as Installed['manifest'],
    }));
}
