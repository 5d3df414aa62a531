/** Activates the extension over a secret store that never answers, and prints which commands stand afterwards and what was loaded. */
import { registerHooks } from 'node:module';
import path from 'node:path';
import { emptyContext, standInForVscode } from './vscodeStandIn.ts';

const folder = path.resolve(import.meta.dirname, '../..');
const registered: string[] = [];
const registerCommand = (id: string): { dispose: () => void } => {
  registered.push(id);
  return { dispose: () => undefined };
};
const loaded: string[] = [];
const libraries = new Set<string>();
registerHooks({
  load: (url, context, next) => {
    const [, ours] = url.split('/src/');
    if (ours !== undefined) loaded.push(ours);
    const [, library] = url.split('/node_modules/');
    if (library !== undefined) libraries.add(library.split('/')[0] ?? '');
    return next(url, context);
  },
});
await standInForVscode(folder, { commands: { registerCommand } });
const never = (): Promise<never> => new Promise(() => undefined);
const { activate } = (await import('../../src/extension.ts')) as { activate: (context: unknown) => unknown };
const returned = activate(emptyContext(folder, { get: never, store: never, delete: never }));
const waits = returned instanceof Promise;
console.log(JSON.stringify({ registered, loaded, libraries: [...libraries], waits }));
process.exit();
