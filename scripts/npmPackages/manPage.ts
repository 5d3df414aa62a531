import { commandShapes, type CommandShape, type OptionShape } from '../../src/cli/completion/commandShape.ts';
import { exitCodes } from '../../src/cli/exitCodes.ts';
import { environment, generalSentences } from '../../src/cli/help.ts';
import { wholeProgram } from '../../src/cli/program.ts';

/** The manual page `sightline.1`, in mdoc, from what `--help` is made of. */
export async function manPage(version: string, date = new Date()): Promise<string> {
  const [program, ...commands] = commandShapes(await wholeProgram());
  if (program === undefined) throw new Error('There is no program.');
  const month = date.toLocaleString('en', { month: 'long', timeZone: 'UTC' });
  return [
    `.Dd ${month} ${date.getUTCDate()}, ${date.getUTCFullYear()}`,
    '.Dt SIGHTLINE 1',
    `.Os Sightline ${version}`,
    '.Sh NAME',
    '.Nm sightline',
    `.Nd ${text(lowerFirst(program.description.replace(/\.$/, '')))}`,
    '.Sh SYNOPSIS',
    '.Nm',
    '.Ar command',
    '.Op Ar options',
    '.Op Ar arguments',
    '.Sh DESCRIPTION',
    ...generalSentences.flatMap((paragraph, index) => [
      ...(index === 0 ? [] : ['.Pp']),
      ...sentences(paragraph),
    ]),
    ...optionList(program.options),
    '.Sh COMMANDS',
    ...commands.flatMap(commandSection),
    '.Sh ENVIRONMENT',
    ...list(environment.map(([name, meaning]) => [`Ev ${argument(name)}`, meaning])),
    '.Sh EXIT STATUS',
    ...list(Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning])),
    '',
  ].join('\n');
}

function commandSection({
  path,
  description,
  commands,
  options,
  arguments: operands,
  closing,
}: CommandShape) {
  return [
    `.Ss sightline ${path}`,
    '.Nm',
    `.Cm ${path}`,
    ...(commands.length > 0 ? ['.Op Ar command'] : []),
    '.Op Ar options',
    ...operands
      .map(({ name, required, variadic }) =>
        [required ? '' : 'Op', 'Ar', argument(name), variadic ? 'ellipsis' : ''].filter(Boolean).join(' '),
      )
      .map(line => `.${line.replace(/ ellipsis$/, ' ...')}`),
    '.Pp',
    `${text(description)}.`,
    ...list(
      operands
        .filter(operand => operand.description !== '')
        .map(operand => [`Ar ${argument(operand.name)}`, operand.description]),
    ),
    ...optionList(options),
    ...(closing === '' ? [] : ['.Bd -literal', ...closing.split('\n').map(text), '.Ed']),
  ];
}

/** The options, with the headings that help has them under. */
function optionList(options: readonly OptionShape[]): string[] {
  const groups = new Map<string, OptionShape[]>();
  for (const option of options) {
    const group = option.group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), option]);
  }
  return [...groups].flatMap(([heading, members]) => [
    ...(heading === '' ? [] : ['.Pp', text(heading)]),
    ...list(members.map(option => [optionTerm(option), option.description])),
  ]);
}

function optionTerm({ names, value }: OptionShape): string {
  const flags = names.map(name => `Fl ${text(name.slice(1))}`).join(' , ');
  return value === undefined ? flags : `${flags} Ar ${argument(value.name)}`;
}

function list(rows: readonly (readonly [string, string])[]): string[] {
  if (rows.length === 0) return [];
  return [
    '.Bl -tag -width Ds',
    ...rows.flatMap(([term, meaning]) => [`.It ${term}`, ...sentences(meaning)]),
    '.El',
  ];
}

/** Each sentence on a line of its own, by which roff knows where it ends. */
function sentences(words: string): string[] {
  return words
    .replaceAll('\n', ' ')
    .split(/(?<=[.!?]) /)
    .map(text);
}

/** Words as roff prints them: no request, no escape, hyphens that can be copied. */
function text(words: string): string {
  const escaped = words
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll('…', '...')
    .replaceAll(
      /[^\n -~]/gu,
      letter => `\\[u${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
  return /^[.']/.test(escaped) ? String.raw`\&${escaped}` : escaped;
}

/** One argument of a macro. */
function argument(words: string): string {
  return `"${text(words).replaceAll('"', '""')}"`;
}

function lowerFirst(words: string): string {
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
