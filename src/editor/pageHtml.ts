import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { directionOf, translations } from '../base/l10n.ts';
import { panelOpening } from './panelOpening.ts';

/** What a page of Sightline is made of: the names of its bundles in `dist/`, and its title. */
export interface PageParts {
  script: string;
  style: string;
  title: string;
  /** What stands there until the script runs: HTML of our own. */
  opening?: string;
}

/**
 * A page of Sightline. Nothing may run or load but its two bundles under `dist/`: no inline code, no network, pictures
 * only as data URLs that the host made. Icons of `@vscode-elements/elements` find their font by the link's id.
 */
export function pageHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  { script, style, title, opening = '' }: PageParts,
): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', name)).toString();
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `font-src ${webview.cspSource}`,
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const { language } = translations();
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${file('codicon.css')}" id="vscode-codicon-stylesheet" nonce="${nonce}" />
    <link rel="stylesheet" href="${file(style)}" />
    <title>${title}</title>
  </head>
  <body>
    <div id="root">${opening}</div>
    ${translationsElement()}
    <script nonce="${nonce}" type="module" src="${file(script)}"></script>
  </body>
</html>
`;
}

/** What the page says in the language of the editor; nothing in English. It is data, no script, and holds no `<`. */
function translationsElement(): string {
  const known = translations();
  if (Object.keys(known.texts).length === 0) return '';
  const json = JSON.stringify(known).replaceAll('<', '\\u003c');
  return `<script id="translations" type="application/json">${json}</script>`;
}

/** The panel's page. */
export function panelHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  return pageHtml(webview, extensionUri, {
    script: 'webview.js',
    style: 'webview.css',
    title: 'Sightline',
    opening: panelOpening(),
  });
}

/** The only folder that a page may load from. */
export function panelResourceRoots(extensionUri: vscode.Uri): vscode.Uri[] {
  return [vscode.Uri.joinPath(extensionUri, 'dist')];
}
