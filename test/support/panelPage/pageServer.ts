import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { panelOpening } from '../../../src/editor/panelOpening.ts';
import { themes, type ThemeName } from './themes.ts';

const root = path.join(import.meta.dirname, '../../..');
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
};

/** What a page is made of: `NAME.js` and `NAME.css` in `dist/`. */
export type PageBundle = 'webview' | 'run' | 'picture';

/** Serves a built page on loopback under the policy that the editor's webviews have. */
export async function servePanelPage(bundle: PageBundle = 'webview'): Promise<{
  url: (theme: ThemeName) => string;
  close: () => Promise<void>;
}> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const answer = (type: string, body: string | Buffer) =>
      response.setHeader('content-type', type).end(body);
    if (pathname === '/') {
      answer(
        'text/html; charset=utf-8',
        pageHtml(bundle, (searchParams.get('theme') ?? 'dark') as ThemeName),
      );
      return;
    }
    const name = path.basename(pathname);
    readFile(path.join(root, 'dist', name)).then(
      body => answer(types[path.extname(name)] ?? 'application/octet-stream', body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: theme => `http://127.0.0.1:${port}/?theme=${theme}`,
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}

/** The page as the editor makes it: its own API and theme first, then what the extension's host writes. */
function pageHtml(bundle: PageBundle, theme: ThemeName): string {
  const nonce = randomBytes(16).toString('base64');
  const { kind, variables } = themes[theme];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; font-src 'self'; style-src 'self'; script-src 'nonce-${nonce}';">
<link id="vscode-codicon-stylesheet" rel="stylesheet" nonce="${nonce}" href="codicon.css">
<link rel="stylesheet" href="${bundle}.css">
<title>Sightline</title>
<script nonce="${nonce}">
  // Stands for the editor: sets the theme, keeps what the panel posts, and its saved state.
  for (const [name, value] of Object.entries(${JSON.stringify(variables)}))
    document.documentElement.style.setProperty(name, value);
  window.posted = [];
  // What is opened is new; what is loaded again has its state still.
  if (performance.getEntriesByType('navigation')[0].type !== 'reload') sessionStorage.clear();
  window.acquireVsCodeApi = () => ({
    postMessage: message => {
      window.posted.push(structuredClone(message));
      window.toHost?.(message);
    },
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: state => sessionStorage.setItem('state', JSON.stringify(state)),
  });
</script>
</head>
<body class="${kind}" data-vscode-theme-kind="${kind}">
<div id="root">${bundle === 'webview' ? panelOpening() : ''}</div>
<script nonce="${nonce}" type="module" src="${bundle}.js"></script>
</body>
</html>`;
}
