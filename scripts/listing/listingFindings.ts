import type { PublishedManifest } from './publishedManifest.ts';
import { relativeLinks } from './relativeLinks.ts';

/** What both marketplaces show of a version. */
export interface Listing {
  manifest: PublishedManifest;
  /** The page, as it stands in the project. */
  page: string;
  changelog: string;
  icon: Uint8Array;
  /** The size in bytes of a file of the project; `undefined` where there is none. */
  sizeOf: (file: string) => number | undefined;
}

/** The categories that both marketplaces know. */
const categories = [
  ...['Programming Languages', 'Snippets', 'Linters', 'Themes', 'Debuggers', 'Formatters', 'Keymaps'],
  ...['SCM Providers', 'Other', 'Extension Packs', 'Language Packs', 'Data Science', 'Machine Learning'],
  ...['Visualization', 'Notebooks', 'Education', 'Testing', 'AI', 'Chat'],
];

/** The smallest icon that is taken, pixels; the most keywords; the heaviest image of the page, bytes. */
const limits = { icon: 128, keywords: 30, image: 1024 * 1024 };

/** What the marketplaces would refuse or show badly, and what our own rules ask; empty when all is well. */
export function listingFindings(listing: Listing): string[] {
  return [
    ...manifestFindings(listing.manifest),
    ...iconFindings(listing.icon),
    ...pageFindings(listing),
    ...changelogFindings(listing),
  ];
}

function manifestFindings(manifest: PublishedManifest): string[] {
  const { version, galleryBanner = {}, keywords, preview } = manifest;
  const isHttps = (address: unknown): boolean =>
    typeof address === 'string' && address.startsWith('https://');
  return [
    ...unless(
      /^[a-z\d][a-z\d-]*$/i.test(manifest.publisher),
      'publisher: an id of letters, digits and hyphens',
    ),
    ...unless(
      manifest.displayName !== '' && manifest.description !== '',
      'displayName and description: words',
    ),
    ...unless(
      /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version),
      `version: three numbers, without a suffix; it is ${version}`,
    ),
    ...unless(
      preview === true || !version.startsWith('0.'),
      'preview: true for as long as the version begins with 0',
    ),
    ...unless(
      /^#[\da-f]{6}$/i.test(galleryBanner.color ?? '') && /^(?:dark|light)$/.test(galleryBanner.theme ?? ''),
      'galleryBanner: a color (#173a7a) and a theme (dark or light)',
    ),
    ...unless(/^(?:Free|Trial)$/.test(manifest.pricing ?? ''), 'pricing: Free or Trial'),
    ...addressFindings(manifest, isHttps),
    ...unless(
      manifest.categories.some(name => name !== 'Other') &&
        manifest.categories.every(name => categories.includes(name)),
      `categories: some of ${categories.join(', ')}`,
    ),
    ...unless(
      keywords.length > 0 && keywords.length <= limits.keywords && new Set(keywords).size === keywords.length,
      `keywords: 1 to ${limits.keywords}, none twice`,
    ),
  ];
}

function addressFindings(manifest: PublishedManifest, isHttps: (address: unknown) => boolean): string[] {
  if (manifest.repository === undefined)
    return [
      'repository: name it in package.json, or give this clone an "origin" at GitHub or GitLab; bugs, Q&A and the images of the page follow from it',
    ];
  return [
    ...unless(isHttps(manifest.repository.url), 'repository: an https address'),
    ...unless(isHttps(manifest.bugs?.url), 'bugs: an https address'),
    ...unless(isHttps(manifest.homepage), 'homepage: an https address'),
    ...unless(manifest.qna === false || isHttps(manifest.qna), 'qna: an https address, or false'),
  ];
}

/** The width and height of a PNG stand behind its signature (PNG 11.2.2). */
function iconFindings(icon: Uint8Array): string[] {
  const bytes = Buffer.from(icon);
  if (bytes.length < 24 || bytes.toString('latin1', 1, 4) !== 'PNG') return ['icon: a PNG'];
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return unless(
    width === height && width >= limits.icon,
    `icon: square, and at least ${limits.icon} pixels wide; it is ${width} × ${height}`,
  );
}

function pageFindings({ page, sizeOf }: Listing): string[] {
  const links = relativeLinks(page);
  return [
    ...unless(page.length > 500, 'MARKETPLACE.md: a page that says what the extension does'),
    ...unless(
      !/\b(?:npm (?:ci|run|start|test)|node dist\/)/.test(page),
      'MARKETPLACE.md: a page for users, without the commands of developers',
    ),
    ...unless(
      !/<svg|\.svg\b|data:image\/svg/i.test(page),
      'MARKETPLACE.md: no SVG; the marketplace refuses it',
    ),
    ...unless(!/!\[[^\]]*\]\(http:|<img/i.test(page), 'MARKETPLACE.md: images by ![…](…), and by https'),
    ...links.flatMap(({ address, isImage }) => {
      const size = sizeOf(address.replace(/#.*$/, ''));
      if (size === undefined) return [`MARKETPLACE.md: ${address} is not there`];
      return unless(!isImage || size <= limits.image, `MARKETPLACE.md: ${address} is larger than 1 MB`);
    }),
  ];
}

function changelogFindings({ changelog, manifest: { version } }: Listing): string[] {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find(text => text.startsWith(`${version} (`));
  const unreleased = sections.find(text => text.startsWith('Unreleased'));
  const entries = unreleased?.match(/^- /gm)?.length ?? 0;
  return [
    ...unless(
      section !== undefined && /^\S+ \(\d{4}-\d\d-\d\d\)\n[^]*^- /m.test(section),
      `CHANGELOG.md: a section "## ${version} (YYYY-MM-DD)" with entries`,
    ),
    ...unless(
      entries === 0,
      `CHANGELOG.md: ${entries} entries are Unreleased: move them into the section of the version, and raise "version" in package.json`,
    ),
  ];
}

function unless(isWell: boolean, finding: string): string[] {
  return isWell ? [] : [finding];
}
