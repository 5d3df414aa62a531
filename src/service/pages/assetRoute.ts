import { existsSync, readFileSync } from 'node:fs';
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
  'curvePoints.js',
  'dialogs.js',
  'readLink.js',
  'runStream.js',
  'times.js',
  'training.css',
  'trainingCurves.js',
  'watchUse.js',
] as const;

/** What draws curves: a build lays it beside the others, before that it is elsewhere. Only one page needs it. */
const drawing: Readonly<Record<string, string>> = {
  'curveChart.js': '../../curves/curveChart.js',
  'curves.css': '../../curves/curves.css',
  'metricOrder.js': '../../curves/metricOrder.js',
  'uPlot.js': '../../../node_modules/uplot/dist/uPlot.esm.js',
  'uPlot.css': '../../../node_modules/uplot/dist/uPlot.min.css',
};

/**
 * Serves the styles and scripts. Browsers keep them and ask whether they are the same still. `/favicon.ico` is what
 * they ask for where they show no page of ours, such as the API's JSON.
 */
export function addAssetRoute(app: ServiceApp): void {
  app.get('/favicon.ico', c => c.redirect('/assets/icon.svg'));
  const files = new Map<string, Asset>(names.map(name => [name, load(name)]));
  const keep = (name: string, file: Asset | undefined) => {
    if (file !== undefined) files.set(name, file);
    return file;
  };
  app.get('/assets/:name', etag(), (c, next) => {
    const name = c.req.param('name');
    const file =
      files.get(name) ?? (Object.hasOwn(drawing, name) ? keep(name, loadDrawing(name)) : undefined);
    if (file === undefined) return next();
    return Promise.resolve(
      c.body(file.text, 200, { 'Content-Type': file.type, 'Cache-Control': 'no-cache' }),
    );
  });
}

interface Asset {
  text: string;
  type: string;
}

/** Read at the start, beside this file; a build lays them beside itself. */
function load(name: string, place = `assets/${name}`): Asset {
  const ending = name.slice(name.lastIndexOf('.') + 1) as keyof typeof types;
  return { text: readFileSync(new URL(place, import.meta.url), 'utf8'), type: types[ending] };
}

function loadDrawing(name: string): Asset | undefined {
  for (const place of [`assets/${name}`, drawing[name] ?? ''])
    if (existsSync(new URL(place, import.meta.url))) return load(name, place);
  return undefined;
}
