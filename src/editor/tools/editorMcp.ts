import * as vscode from 'vscode';
import type { EditorTools } from './editorTools.ts';

/** What the MCP server of the editor stands on. */
export interface EditorMcpParts {
  /** The extension's own folder. */
  extensionUri: vscode.Uri;
  /** Where a file for the server may lie for a moment. */
  folder: vscode.Uri;
  tools: () => Promise<Pick<EditorTools, 'runForMcp' | 'explain'>>;
}

/** The provider's name in `package.json`. */
const provider = 'sightline.tools';

/** Offers the tools as an MCP server, which runs by the editor's own Node.js and has its calls done by this window. */
export function registerEditorMcp({ extensionUri, folder, tools }: EditorMcpParts): vscode.Disposable {
  const open = new Set<{ close: () => void }>();
  const registration = vscode.lm.registerMcpServerDefinitionProvider(provider, {
    provideMcpServerDefinitions: () => [
      new vscode.McpStdioServerDefinition('Sightline', process.execPath, [], nodeVariables()),
    ],
    resolveMcpServerDefinition: async server => {
      const [{ openBridge }, loaded] = await Promise.all([import('../../tools/windowBridge.ts'), tools()]);
      const bridge = await openBridge(
        folder.fsPath,
        (...call) => loaded.runForMcp(...call),
        error => loaded.explain(error),
      );
      open.add(bridge);
      const script = vscode.Uri.joinPath(extensionUri, 'dist', 'mcp.mjs').fsPath;
      return new vscode.McpStdioServerDefinition(
        server.label,
        process.execPath,
        [script, bridge.file],
        nodeVariables(),
      );
    },
  });
  return vscode.Disposable.from(registration, {
    dispose: () => {
      for (const bridge of open) bridge.close();
    },
  });
}

/** On the desktop the editor's program is Electron, which is Node.js only where it is told so. */
export function nodeVariables(versions: NodeJS.ProcessVersions = process.versions): Record<string, string> {
  return versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
}
