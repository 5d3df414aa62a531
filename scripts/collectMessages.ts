import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { projectFolder } from './projectFolder.ts';

/** The functions of `src/base/l10n.ts` that make messages, with how many of their arguments are the message. */
const makers: Record<string, number> = { t: 1, tParts: 1, counted: 2 };

/** A message, and the first place that has it. */
export interface Message {
  /** What the translations know it by. */
  key: string;
  file: string;
  line: number;
}

/** A message that is no literal, which nobody can translate, or one whose values are not those that it names. */
export interface Unreadable {
  file: string;
  line: number;
}

/** The files of `src/`, from the folder of the project. */
export function sourceFiles(): string[] {
  return readdirSync(path.join(projectFolder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map(name => path.posix.join('src', name.split(path.sep).join('/')))
    .sort();
}

export function parseSource(
  file: string,
  text = readFileSync(path.join(projectFolder, file), 'utf8'),
): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/** The messages of a file, in its order. */
export function messagesIn(source: ts.SourceFile): {
  messages: Message[];
  unreadable: Unreadable[];
  misnamed: Unreadable[];
} {
  const messages: Message[] = [];
  const unreadable: Unreadable[] = [];
  const misnamed: Unreadable[] = [];
  const file = source.fileName;
  if (!/from '[./\w]*\/l10n\.ts'/.test(source.text)) return { messages, unreadable, misnamed };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const { text } = node.expression;
      const wanted = Object.hasOwn(makers, text) ? makers[text] : undefined;
      if (wanted !== undefined) {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        const words = node.arguments.slice(text === 'counted' ? 1 : 0).slice(0, wanted);
        if (words.length === wanted && words.every(ts.isStringLiteralLike))
          messages.push({ key: words.map(word => word.text).join('|'), file, line });
        else unreadable.push({ file, line });
        if (!hasItsValues(text, words, node)) misnamed.push({ file, line });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { messages, unreadable, misnamed };
}

/** Whether the values of a call are those that its message names, as far as they are written where it is called. */
function hasItsValues(maker: string, words: readonly ts.Expression[], call: ts.CallExpression): boolean {
  const isCounted = maker === 'counted';
  const values = call.arguments[isCounted ? 3 : 1];
  // Without values the braces are the message's own.
  if (values === undefined && !isCounted) return true;
  const given = values === undefined ? [] : namesIn(values);
  if (given === undefined) return true;
  const texts = words.map(word => (ts.isStringLiteralLike(word) ? word.text : ''));
  const named = texts.flatMap(text => text.match(/(?<=\{)\w+(?=\})/g) ?? []);
  const known = isCounted ? ['count', ...given] : given;
  return named.every(name => known.includes(name)) && given.every(name => named.includes(name));
}

/** The names of an object that is written out; undefined where some come from elsewhere. */
function namesIn(values: ts.Expression): string[] | undefined {
  if (!ts.isObjectLiteralExpression(values)) return undefined;
  const names = values.properties.map(property =>
    property.name !== undefined && (ts.isIdentifier(property.name) || ts.isStringLiteral(property.name))
      ? property.name.text
      : undefined,
  );
  return names.every(name => name !== undefined) ? names : undefined;
}

/** Every message of the source, by its key. */
export function collectMessages(): {
  messages: Map<string, Message>;
  unreadable: Unreadable[];
  misnamed: Unreadable[];
} {
  const messages = new Map<string, Message>();
  const unreadable: Unreadable[] = [];
  const misnamed: Unreadable[] = [];
  for (const file of sourceFiles()) {
    if (file === 'src/base/l10n.ts') continue;
    const found = messagesIn(parseSource(file));
    for (const message of found.messages) if (!messages.has(message.key)) messages.set(message.key, message);
    unreadable.push(...found.unreadable);
    misnamed.push(...found.misnamed);
  }
  return { messages, unreadable, misnamed };
}
