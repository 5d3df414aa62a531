import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkParts } from '../../../scripts/buildPackage.ts';
import { readLock } from '../../../scripts/packageLock.ts';
import { foreignLicences, packagesListed, sbom } from '../../../scripts/sbom.ts';
import { installedLibraries, type PackageFolder } from '../../../scripts/targetLibraries.ts';
import { packageFolders, thirdPartyNotices } from '../../../scripts/thirdPartyNotices.ts';
import type { ZipEntry } from '../../../scripts/zipListing.ts';

interface Component {
  type: string;
  group?: string;
  name: string;
  version?: string;
  purl?: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
  hashes?: { alg: string; content: string }[];
  components?: Component[];
}

const extension = { name: 'sightline', version: '1.2.3', license: 'MIT' };

async function realPackages(): Promise<PackageFolder[]> {
  return [...packageFolders(['zod', 'openai', '@vscode/codicons']), ...(await installedLibraries())];
}

async function realList(): Promise<string> {
  return sbom({ extension, target: 'linux-x64', packages: await realPackages(), lock: await readLock() });
}

function schema(name: string): object {
  const folder = path.resolve('node_modules/@cyclonedx/cyclonedx-library/res/schema');
  return JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as object;
}

test('the list of parts is CycloneDX 1.6', async () => {
  const ajv = new Ajv({
    strict: false,
    // Of these two ajv-formats knows only the plain form.
    formats: { 'iri-reference': true, 'idn-email': true },
  });
  addFormats(ajv);
  for (const name of ['spdx.SNAPSHOT', 'jsf-0.82.SNAPSHOT', 'cryptography-defs.SNAPSHOT'])
    ajv.addSchema(schema(`${name}.schema.json`), `http://cyclonedx.org/schema/${name}.schema.json`);
  const isValid = ajv.compile(schema('bom-1.6.SNAPSHOT.schema.json'));
  isValid(JSON.parse(await realList()));
  expect(isValid.errors).toBeNull();
});

test('each package has its version, its licence and the hash of the lock', async () => {
  const { components } = JSON.parse(await realList()) as { components: Component[] };
  for (const component of components) {
    const [said] = component.licenses ?? [];
    expect(said?.expression ?? said?.license?.id ?? said?.license?.name, component.name).toBeTruthy();
    if (component.purl === undefined) continue;
    expect(component.version, component.name).toMatch(/^\d/);
    expect(component.hashes?.[0], component.name).toMatchObject({
      alg: 'SHA-512',
      content: expect.stringMatching(/^[\da-f]{128}$/) as string,
    });
  }
  expect(components.find(({ name }) => name === 'PP-OCRv4')?.type).toBe('machine-learning-model');
});

test("the C libraries in sharp's binaries are listed with their terms", async () => {
  const { components } = JSON.parse(await realList()) as { components: Component[] };
  const wasm = components.find(({ name }) => name === 'sharp-wasm32');
  const terms = Object.fromEntries(
    (wasm?.components ?? []).map(({ name, licenses }) => [name, licenses?.[0]?.license?.name]),
  );
  expect(terms).toMatchObject({ vips: 'LGPLv3', uhdr: 'MIT License', png: 'libpng License' });
  expect(Object.values(terms)).not.toContain(undefined);
});

test('a package that says no licence fails', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-sbom-'));
  try {
    await mkdir(path.join(folder, 'planted'));
    await writeFile(path.join(folder, 'planted/package.json'), '{"version":"1.0.0"}');
    const packages = packageFolders(['planted'], folder);
    expect(() => sbom({ extension, target: 'universal', packages, lock: {} })).toThrow(
      'planted says no licence',
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a package file with a library that its notices or its list lack is refused', async () => {
  const packages = await realPackages();
  const entry = (name: string, text = ''): ZipEntry => ({
    name: `extension/${name}`,
    packed: 0,
    unpacked: 0,
    read: () => Buffer.from(text),
  });
  const notices = entry('dist/THIRD-PARTY-NOTICES.txt', thirdPartyNotices(packages));
  const list = entry('dist/sbom.cdx.json', await realList());
  const planted = entry('node_modules/@a/outer/node_modules/planted/package.json');
  expect(() => checkParts([notices, list], { packages })).not.toThrow();
  expect(() => checkParts([notices, list, planted], { packages })).toThrow('no notice of: planted');
  const emptyList = entry('dist/sbom.cdx.json', '{"components":[]}');
  expect(() => checkParts([notices, emptyList], { packages })).toThrow('sbom.cdx.json does not list: zod');
  expect(packagesListed(list.read().toString())).toContain('@emnapi/runtime');
});

test('only the licences that CONTRIBUTING.md names may be in a package', async () => {
  expect(foreignLicences(await realList())).toEqual([]);
  const component = (name: string, license: object): object => ({ name, licenses: [license] });
  const list = JSON.stringify({
    components: [
      component('free', { license: { id: 'MIT' } }),
      component('planted', { license: { id: 'GPL-3.0-only' } }),
      component('mixed', { expression: 'MIT AND AGPL-3.0-only' }),
      component('either', { expression: 'MIT OR GPL-3.0-only' }),
      component('linked', { license: { id: 'LGPL-3.0-or-later' } }),
      { name: 'silent' },
    ],
  });
  expect(foreignLicences(list)).toEqual([
    'planted (GPL-3.0-only)',
    'mixed (MIT AND AGPL-3.0-only)',
    'linked (LGPL-3.0-or-later)',
    'silent (none)',
  ]);
});
