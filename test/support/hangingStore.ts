/** Activates the extension over a secret store that never answers, and prints which commands stand afterwards and what of ours was loaded. */
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
registerHooks({
  load: (url, context, next) => {
    const [, ours] = url.split('/src/');
    if (ours !== undefined) loaded.push(ours);
    return next(url, context);
  },
});
await standInForVscode(folder, { commands: { registerCommand } });
const never = (): Promise<never> => new Promise(() => undefined);
const { activate } = (await import('../../src/extension.ts')) as { activate: (context: unknown) => unknown };
const returned = activate(emptyContext(folder, { get: never, store: never, delete: never }));
console.log(JSON.stringify({ registered, loaded, waits: returned instanceof Promise }));
process.exit();
