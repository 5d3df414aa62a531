import * as vscode from 'vscode';
import { Lazy } from '../../base/lazy.ts';
import { tools } from '../../contributions.ts';
import { Offer } from '../offer.ts';
import { affects, readSetting } from '../settings.ts';
import { registerEditorMcp, type EditorMcpParts } from './editorMcp.ts';
import type { EditorToolsParts } from './editorTools.ts';

/** Gives agents the tools for images, once the folder is trusted, as long as the setting says so. */
export function registerTools(
  parts: EditorToolsParts & Pick<EditorMcpParts, 'extensionUri' | 'folder'>,
): vscode.Disposable {
  const loaded = new Lazy(async () => {
    const { EditorTools } = await import('./editorTools.ts');
    return new EditorTools(parts);
  });
  const offers = {
    tools: new Offer(() => vscode.Disposable.from(...tools.map(name => registerTool(name, loaded)))),
    mcp: new Offer(() => registerEditorMcp({ ...parts, tools: () => loaded.get() })),
  };
  const follow = (): void => {
    const wanted = vscode.workspace.isTrusted ? readSetting('agents.tools') : 'off';
    offers.tools.follow(wanted === 'tools' || wanted === 'both');
    offers.mcp.follow(wanted === 'mcp' || wanted === 'both');
  };
  follow();
  return vscode.Disposable.from(
    vscode.workspace.onDidGrantWorkspaceTrust(follow),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (affects(event, 'agents.tools')) follow();
    }),
    {
      dispose: () => {
        offers.tools.follow(false);
        offers.mcp.follow(false);
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
