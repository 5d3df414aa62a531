import { packageTable } from '../allPackages.ts';
import type { BuiltPackage } from '../buildPackage.ts';
import { listingFindings, type Listing } from '../listing/listingFindings.ts';
import { isPreview } from '../listing/publishedManifest.ts';
import type { Marketplace } from './marketplaces.ts';
import { packageFindings } from './packageFindings.ts';

/** What a release touches outside itself. */
export interface ReleaseEdges {
  say: (line: string) => void;
  /** Asks the person; `undefined` where nobody answers. */
  ask: (question: string) => Promise<string | undefined>;
  /** Taken out of the environment, so that no other program sees them; by variable. */
  tokens: Readonly<Record<string, string | undefined>>;
  marketplaces: readonly Marketplace[];
  readListing: () => Promise<Listing>;
  build: () => Promise<BuiltPackage[]>;
  /** What of the working tree keeps the version from being published. */
  treeFindings: (version: string) => Promise<string[]>;
}

/** A release that cannot be; the message says all that is in its way. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused';
}

/**
 * Checks the listing, makes all packages and checks them; without `dryRun` publishes them after a question.
 * @throws {ReleaseRefused} where something is in the way: before anything is built in earnest, at the end of a dry run.
 */
export async function releaseVersion({ dryRun }: { dryRun: boolean }, edges: ReleaseEdges): Promise<void> {
  const { say } = edges;
  const listing = await edges.readListing();
  const { manifest } = listing;
  const kind = isPreview(manifest.version) ? 'pre-release' : 'stable';
  say(`${manifest.publisher}.${manifest.name} ${manifest.version} (${kind})`);
  const findings = listingFindings(listing);
  const later = [...(await edges.treeFindings(manifest.version)), ...missingTokens(edges)];
  if (!dryRun) refuseWith([...findings, ...later]);
  const packages = await edges.build();
  findings.push(...packageFindings(packages, manifest));
  say(packageTable(packages));
  if (dryRun) {
    if (later.length > 0) say(list('Before it can be published:', later));
    refuseWith(findings);
    say('The listing and all packages are as both marketplaces ask. Nothing was uploaded.');
    return;
  }
  refuseWith(findings);
  await publishAll(packages, listing, edges);
}

async function publishAll(
  packages: readonly BuiltPackage[],
  { manifest }: Listing,
  edges: ReleaseEdges,
): Promise<void> {
  const { say, marketplaces } = edges;
  const token = (marketplace: Marketplace): string => edges.tokens[marketplace.tokenVariable] ?? '';
  for (const marketplace of marketplaces) await marketplace.verify(manifest.publisher, token(marketplace));
  const places = marketplaces.map(({ name }) => name).join(' and ');
  const answer = await edges.ask(
    `Publish ${packages.length} packages of ${manifest.version} to ${places}? Type the version to confirm: `,
  );
  if (answer?.trim() !== manifest.version) throw new ReleaseRefused('Not confirmed. Nothing was uploaded.');
  for (const marketplace of marketplaces)
    for (const { file, target } of packages) {
      say(`${marketplace.name}: ${target}`);
      await marketplace.publish(file, token(marketplace));
    }
  say(`${manifest.version} is published. A release that ended early goes on when it is started again.`);
}

function missingTokens({ marketplaces, tokens }: ReleaseEdges): string[] {
  return marketplaces
    .filter(({ tokenVariable }) => (tokens[tokenVariable] ?? '') === '')
    .map(({ name, tokenVariable }) => `${tokenVariable} is not set: the token for ${name}`);
}

function refuseWith(findings: readonly string[]): void {
  if (findings.length > 0) throw new ReleaseRefused(list('This version cannot be published:', findings));
}

function list(head: string, findings: readonly string[]): string {
  return [head, ...findings.map(finding => `  - ${finding}`)].join('\n');
}
