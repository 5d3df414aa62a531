import { Enums, Models, Serialize, Spec, SPDX } from '@cyclonedx/cyclonedx-library';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LockedPackages } from './packageLock.ts';
import { readManifest } from './manifestTexts.ts';
import { recognitionParts } from './recognition/recognitionParts.ts';
import type { PackageFolder } from './targetLibraries.ts';

/** The models among the parts of recognition; the rest are libraries. */
const models = ['NanoDet-g', 'BlazeFace', 'PP-OCRv4'];

/** libvips' own names for what its list of licences calls otherwise; the rest have "lib" before them, or nothing. */
const licenceNames: Record<string, string | undefined> = { uhdr: 'libultrahdr' };

/** What a list of parts is made of. */
export interface SbomParts {
  /** The extension itself, as its package.json has it. */
  extension: { name: string; version: string; license: string };
  target: string;
  packages: readonly PackageFolder[];
  lock: LockedPackages;
  /** Default: now. */
  timestamp?: Date;
}

/**
 * The list of all that lies in a package (CycloneDX 1.6, JSON): each npm package, bundled or not, with version, licence
 * and the hash of its lock; in sharp's binaries the C libraries; the models and WebAssembly of recognition.
 * @throws {Error} where one says no licence.
 */
export function sbom(parts: SbomParts): string {
  const { name, version, license } = parts.extension;
  const bom = new Models.Bom({
    metadata: new Models.Metadata({
      timestamp: parts.timestamp ?? new Date(),
      component: new Models.Component(Enums.ComponentType.Application, name, {
        bomRef: `${name}@${version}`,
        version,
        licenses: licences(license),
        properties: new Models.PropertyRepository([new Models.Property('sightline:target', parts.target)]),
      }),
    }),
  });
  for (const one of parts.packages) bom.components.add(packageComponent(one, parts.lock));
  for (const part of recognitionParts) bom.components.add(recognitionComponent(part));
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return serializer.serialize(bom, { sortLists: true, space: 2 });
}

function packageComponent({ name, folder }: PackageFolder, lock: LockedPackages): Models.Component {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
    license?: string;
    description?: string;
  };
  if (manifest.license === undefined) throw new Error(`The package ${name} says no licence.`);
  const slash = name.indexOf('/');
  const purl = `pkg:npm/${name.replace('@', '%40')}@${manifest.version}`;
  return new Models.Component(Enums.ComponentType.Library, name.slice(slash + 1), {
    bomRef: purl,
    ...(slash < 0 ? {} : { group: name.slice(0, slash) }),
    version: manifest.version,
    purl,
    licenses: licences(manifest.license),
    hashes: hashes(name, manifest.version, lock),
    components: new Models.ComponentRepository(binaryParts(folder, purl)),
  });
}

function licences(expression: string): Models.LicenseRepository {
  if (SPDX.isSupportedSpdxId(expression))
    return new Models.LicenseRepository([new Models.SpdxLicense(expression)]);
  return new Models.LicenseRepository([
    / (?:AND|OR|WITH) /.test(expression)
      ? new Models.LicenseExpression(expression)
      : new Models.NamedLicense(expression),
  ]);
}

/** The hash of the package's archive, as the lock has it. */
function hashes(name: string, version: string, lock: LockedPackages): Models.HashDictionary {
  const place = Object.keys(lock).find(
    key => key.endsWith(`node_modules/${name}`) && lock[key]?.version === version,
  );
  const [, base64] = /^sha512-(\S+)$/.exec(place === undefined ? '' : (lock[place]?.integrity ?? '')) ?? [];
  return new Models.HashDictionary(
    base64 === undefined
      ? []
      : [[Enums.HashAlgorithm['SHA-512'], Buffer.from(base64, 'base64').toString('hex')]],
  );
}

/** The C libraries inside sharp's binaries: versions.json lists them, a table in the README their licences. */
function binaryParts(folder: string, purl: string): Models.Component[] {
  const file = path.join(folder, 'versions.json');
  if (!existsSync(file)) return [];
  const versions = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const terms = licenceTable(readFileSync(path.join(folder, 'README.md'), 'utf8'));
  return Object.entries(versions).map(([name, version]) => {
    const known = terms.get(licenceNames[name] ?? name) ?? terms.get(`lib${name}`);
    return new Models.Component(Enums.ComponentType.Library, name, {
      bomRef: `${purl}/${name}@${version}`,
      version,
      ...(known === undefined
        ? {}
        : { licenses: new Models.LicenseRepository([new Models.NamedLicense(known)]) }),
    });
  });
}

/** The rows `| cairo | Mozilla Public License 1.1 |` of a README; of links only their words. */
function licenceTable(readme: string): Map<string, string> {
  const rows = readme.split('\n').filter(line => line.startsWith('| '));
  return new Map(
    rows.map(row => {
      const [, name = '', terms = ''] = row.split('|').map(cell => cell.trim());
      return [name, terms.replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')];
    }),
  );
}

function recognitionComponent({ name, about }: (typeof recognitionParts)[number]): Models.Component {
  const licence = about.slice(1, about.indexOf(')'));
  return new Models.Component(
    models.includes(name) ? Enums.ComponentType.MachineLearningModel : Enums.ComponentType.Library,
    name,
    {
      bomRef: `part:${name}`,
      licenses: licences(licence === 'several' ? 'see dist/THIRD-PARTY-NOTICES.txt' : licence),
    },
  );
}

/** The licences that may be in a package; LGPL only where the library is a file of its own, as libvips is. */
const allowed = ['MIT', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'ISC', 'MPL-2.0', 'CC-BY-4.0'];
const ofItsOwn = /^sharp-(?:libvips|win32|wasm32)/;

/** What of a list of parts is under a licence that may not be in a package, with that licence. */
export function foreignLicences(text: string): string[] {
  const { components } = JSON.parse(text) as {
    components: {
      name: string;
      licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
    }[];
  };
  const parts = new Set(recognitionParts.map(({ name }) => name));
  return components.flatMap(({ name, licenses: [said] = [] }) => {
    const licence = said?.expression ?? said?.license?.id ?? said?.license?.name ?? 'none';
    const isAllowed = (one: string): boolean =>
      allowed.includes(one) || (one === 'LGPL-3.0-or-later' && ofItsOwn.test(name));
    const isFine = licence.split(' OR ').some(choice => choice.split(' AND ').every(isAllowed));
    return isFine || (parts.has(name) && said?.license?.name !== undefined) ? [] : [`${name} (${licence})`];
  });
}

/** Names of the packages that a list of parts names, with their scopes. */
export function packagesListed(text: string): string[] {
  const { components } = JSON.parse(text) as {
    components: { group?: string; name: string; purl?: string }[];
  };
  return components
    .filter(({ purl }) => purl !== undefined)
    .map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
}

/** What package.json of the project says of itself. */
export function ownManifest(): SbomParts['extension'] {
  return readManifest() as SbomParts['extension'];
}
