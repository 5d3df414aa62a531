/**
 * The pages of `docs/` that are made from the program itself, so that they say what it says: `npm run docs` writes them,
 * and a test compares them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commands } from '../src/cli/program.ts';
import { priceListDate } from '../src/inference/prices/priceList.ts';
import { run } from './childProcess.ts';
import { readManifest } from './manifestTexts.ts';
import { projectFolder } from './projectFolder.ts';

interface Setting {
  scope?: string;
  default: unknown;
  description?: string;
  markdownDescription?: string;
}

interface Manifest {
  contributes: { configuration: { title: string; properties: Record<string, Setting> }[] };
}

/** The pages by their names in `docs/`, as Markdown that prettier has formatted. */
export async function referenceDocs(): Promise<Record<string, string>> {
  const { format } = await import('prettier');
  const style = { ...((await readStyle()) as object), parser: 'markdown' };
  return {
    'settings.md': await format(settingsPage(), style),
    'cli.md': await format(await commandLinePage(), style),
  };
}

async function readStyle(): Promise<unknown> {
  return JSON.parse(await readFile(path.join(projectFolder, '.prettierrc.json'), 'utf8'));
}

function settingsPage(): string {
  const manifest = readManifest() as Manifest;
  const tables = manifest.contributes.configuration.map(({ title, properties }) => {
    const rows = Object.entries(properties).map(
      ([name, { scope, default: value, description, markdownDescription }]) =>
        `| \`${name}\`${scope === 'application' ? ' \\*' : ''} | ${defaultOf(value)} | ${withoutLinks(markdownDescription ?? description ?? '')} |`,
    );
    return `## ${title}\n\n| setting | default | description |\n| --- | --- | --- |\n${rows.join('\n')}`;
  });
  const intro =
    'Settings marked * are user settings: the settings of a folder cannot change where requests and keys go.';
  const prices = `The price list that this version comes with is of ${priceListDate}: [Prices](runs.md#prices) says where it comes from.`;
  return `# Settings\n\n${intro}\n\n${tables.join('\n\n')}\n\n${prices}\n`;
}

/** A link to a command works in the editor alone: the page has its words. */
function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\(command:[^)]*\)/g, '**$1**');
}

/** A default that is long to read is only counted. */
function defaultOf(value: unknown): string {
  const text = JSON.stringify(value);
  return Array.isArray(value) && text.length > 80 ? `${value.length} templates` : `\`${text}\``;
}

async function commandLinePage(): Promise<string> {
  const general = await help([]);
  const names = [...general.matchAll(/^ {2}([a-z]+) {2,}[A-Z]/gm)].flatMap(([, name = '']) =>
    commands.map(command => command.name).filter(full => full === name || full.startsWith(`${name} `)),
  );
  const sections = await Promise.all(
    names.map(async name => `## sightline ${name}\n\n\`\`\`text\n${await help(name.split(' '))}\n\`\`\``),
  );
  return `# The command line\n\n${commandLineIntroduction}\n\n\`\`\`text\n${general}\n\`\`\`\n\n${sections.join('\n\n')}\n`;
}

const commandLineIntroduction = `The command \`sightline\` needs Node.js 22.13 or later and no account. [How to install it](npm.md), with completion for your shell and
a page for \`man\`; \`npm run build\` makes it as \`dist/cli.mjs\`.

\`\`\`sh
sightline describe pictures/*.png --json
find photos -name "*.png" -print0 | sightline describe --names - --provider openai --model gpt-4.1-mini > png.jsonl
git diff | sightline ask "Write a commit message." --provider ollama --model qwen3
sightline provider set openai    # asks for the key, masked, and checks it
sightline use openai gpt-4.1-mini
\`\`\``;

/** What a command prints for \`--help\`, as a terminal of 80 columns shows it. */
async function help(words: readonly string[]): Promise<string> {
  const main = path.join(projectFolder, 'src/cli/main.ts');
  return (await run(process.execPath, [main, ...words, '--help'], { cwd: projectFolder })).trim();
}

if (import.meta.main)
  for (const [name, text] of Object.entries(await referenceDocs()))
    await writeFile(path.join(projectFolder, 'docs', name), text);
