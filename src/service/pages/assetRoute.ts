import { readFileSync } from 'node:fs';
import { etag } from 'hono/etag';
import type { ServiceApp } from '../http/answers.ts';

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

/** The files that pages are made of, in `assets/`: no others are served. */
const names = [
  'pages.css',
  'icon.svg',
  'pages.js',
  'addProvider.js',
  'announce.js',
  'copy.js',
  'dialogs.js',
  'readLink.js',
  'times.js',
  'watchUse.js',
] as const;

/**
 * Serves the styles and scripts. Browsers keep them and ask whether they are the same still. `/favicon.ico` is what
 * they ask for where they show no page of ours, such as the API's JSON.
 */
export function addAssetRoute(app: ServiceApp): void {
  app.get('/favicon.ico', c => c.redirect('/assets/icon.svg'));
  const files = new Map(names.map(name => [name as string, load(name)]));
  app.get('/assets/:name', etag(), (c, next) => {
    const file = files.get(c.req.param('name'));
    if (file === undefined) return next();
    return Promise.resolve(
      c.body(file.text, 200, { 'Content-Type': file.type, 'Cache-Control': 'no-cache' }),
    );
  });
}

/** Read at the start, beside this file; a build lays them beside itself. */
function load(name: (typeof names)[number]): { text: string; type: string } {
  const ending = name.slice(name.lastIndexOf('.') + 1) as keyof typeof types;
  return { text: readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8'), type: types[ending] };
}
