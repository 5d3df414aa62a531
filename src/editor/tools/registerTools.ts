import * as vscode from 'vscode';
import { Lazy } from '../../base/lazy.ts';
import { tools } from '../../contributions.ts';
import { affects, readSetting } from '../settings.ts';
import type { EditorToolsParts } from './editorTools.ts';

/** Gives agents the tools for images, once the folder is trusted, as long as the setting says so. */
export function registerTools(parts: EditorToolsParts): vscode.Disposable {
  const loaded = new Lazy(async () => {
    const { EditorTools } = await import('./editorTools.ts');
    return new EditorTools(parts);
  });
  let offer: vscode.Disposable | undefined;
  const follow = (): void => {
    const isWanted = vscode.workspace.isTrusted && readSetting('agents.tools') === 'tools';
    if (isWanted === (offer !== undefined)) return;
    offer?.dispose();
    offer = isWanted ? vscode.Disposable.from(...tools.map(name => registerTool(name, loaded))) : undefined;
  };
  follow();
  return vscode.Disposable.from(
    vscode.workspace.onDidGrantWorkspaceTrust(follow),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (affects(event, 'agents.tools')) follow();
    }),
    {
      dispose: () => {
        offer?.dispose();
        void loaded.requested?.then(used => used.close());
      },
    },
  );
}

type Loaded = Lazy<Pick<import('./editorTools.ts').EditorTools, 'prepare' | 'invoke'>>;

function registerTool(name: (typeof tools)[number], loaded: Loaded): vscode.Disposable {
  return vscode.lm.registerTool(`sightline_${name}`, {
    prepareInvocation: async ({ input }, token) => (await loaded.get()).prepare(name, input, token),
    invoke: async ({ input }, token) => (await loaded.get()).invoke(name, input, token),
  });
}
