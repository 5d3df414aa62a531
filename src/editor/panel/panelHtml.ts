import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/**
 * The panel's page. Nothing may run or load but the two bundles under `dist/`: no inline code, no network, pictures only
 * as data URLs that the host made. Icons of `@vscode-elements/elements` find their font by the link's id.
 */
export function panelHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', name)).toString();
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `font-src ${webview.cspSource}`,
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${file('codicon.css')}" id="vscode-codicon-stylesheet" nonce="${nonce}" />
    <link rel="stylesheet" href="${file('webview.css')}" />
    <title>Sightline</title>
  </head>
  <body>
    <div id="root"></div>
    <script nonce="${nonce}" type="module" src="${file('webview.js')}"></script>
  </body>
</html>
`;
}

/** The only folder that the panel may load from. */
export function panelResourceRoots(extensionUri: vscode.Uri): vscode.Uri[] {
  return [vscode.Uri.joinPath(extensionUri, 'dist')];
}
