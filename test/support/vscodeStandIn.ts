import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { readManifest } from '../../scripts/manifestTexts.ts';

/** Something that can be called, constructed and asked for anything, and costs next to nothing. */
const anything: unknown = new Proxy(function () {}, {
  get: (_target, name) => {
    if (name === 'then') return undefined;
    if (name === Symbol.toPrimitive) return () => 'stand-in';
    if (name === Symbol.iterator) return [][Symbol.iterator];
    return anything;
  },
  set: () => true,
  apply: () => anything,
  construct: () => anything as object,
});

/** An object with these members, and anything else. */
function partly(members: Record<string, unknown>): unknown {
  return new Proxy(members, { get: (target, name) => (name in target ? target[name as string] : anything) });
}

class EventEmitter {
  event = (): { dispose: () => void } => ({ dispose: () => undefined });
  fire(): void {}
  dispose(): void {}
}

/**
 * Makes `import 'vscode'` work in plain Node.js: settings have their defaults, stores and folders are empty, and whatever else
 * is asked for is there and does nothing.
 * @param own Members that stand in place of ours.
 */
export async function standInForVscode(folder: string, own: Record<string, unknown> = {}): Promise<void> {
  const defaults = settingDefaults(folder);
  const members: Record<string, unknown> = {
    EventEmitter,
    workspace: partly({
      isTrusted: true,
      workspaceFolders: [],
      fs: partly({ readFile: () => Promise.reject(new Error('There is no such file.')) }),
      getConfiguration: (section: string) =>
        partly({ get: (name: string) => defaults[`${section}.${name}`] }),
    }),
    window: partly({ visibleTextEditors: [], activeTextEditor: undefined, state: { focused: true } }),
    ...own,
  };
  Object.assign(globalThis, { vscodeStandIn: partly(members) });
  const types = path.resolve(import.meta.dirname, '../../node_modules/@types/vscode/index.d.ts');
  const names = readFileSync(types, 'utf8').matchAll(/^\texport (?:namespace|class|enum) (\w+)/gm);
  const lines = new Set(
    Array.from(names, ([, name = '']) => `export const ${name} = vscodeStandIn.${name};`),
  );
  const url = `data:text/javascript,${encodeURIComponent([...lines].join('\n'))}`;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode' ? { url, shortCircuit: true } : next(specifier, context),
  });
  // Now, so that its own loading is not measured.
  await import(url);
}

/** The context that `activate` gets: nothing is remembered, and no secret is kept unless `secrets` keeps it. */
export function emptyContext(folder: string, secrets: Record<string, unknown> = {}): unknown {
  const memento = {
    get: (_name: string, fallback: unknown) => fallback,
    keys: () => [],
    update: async () => {},
  };
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  return partly({
    subscriptions: [],
    extensionPath: folder,
    globalState: { ...memento, setKeysForSync: () => undefined },
    workspaceState: memento,
    secrets: partly({
      get: nothing,
      store: nothing,
      delete: nothing,
      keys: () => Promise.resolve([]),
      ...secrets,
    }),
  });
}

/** The default of each setting, by its whole name. */
export function settingDefaults(folder: string): Record<string, unknown> {
  const manifest = readManifest(undefined, folder) as { contributes: { configuration: Groups | Groups[] } };
  const groups = [manifest.contributes.configuration].flat();
  return Object.fromEntries(
    groups.flatMap(({ properties }) =>
      Object.entries(properties).map(([name, value]) => [name, value.default]),
    ),
  );
}

interface Groups {
  properties: Record<string, { default?: unknown }>;
}
