import * as vscode from 'vscode';
import { Lazy } from '../../base/lazy.ts';
import { tools } from '../../contributions.ts';
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

/** Something that is registered as long as it is wanted. */
class Offer {
  readonly #register: () => vscode.Disposable;
  #made: vscode.Disposable | undefined;

  constructor(register: () => vscode.Disposable) {
    this.#register = register;
  }

  follow(isWanted: boolean): void {
    if (isWanted === (this.#made !== undefined)) return;
    this.#made?.dispose();
    this.#made = isWanted ? this.#register() : undefined;
  }
}

type Loaded = Lazy<Pick<import('./editorTools.ts').EditorTools, 'prepare' | 'invoke'>>;

function registerTool(name: (typeof tools)[number], loaded: Loaded): vscode.Disposable {
  return vscode.lm.registerTool(`sightline_${name}`, {
    prepareInvocation: async ({ input }, token) => (await loaded.get()).prepare(name, input, token),
    invoke: async ({ input }, token) => (await loaded.get()).invoke(name, input, token),
  });
}
