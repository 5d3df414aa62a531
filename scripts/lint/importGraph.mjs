import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** `from './x.ts'`, `import './x.ts'`, `import('./x.ts')`, types included. */
const imported = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/**
 * Which file of a folder imports which, by value or for a type.
 * @param {string} root Absolute.
 * @returns {Map<string, string[]>} Absolute paths.
 */
export function importGraph(root) {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => path.join(root, name));
  return new Map(files.map(file => [file, importsOf(file, readFileSync(file, 'utf8'))]));
}

/**
 * @param {string} file Absolute.
 * @param {string} text What is in it.
 */
export function importsOf(file, text) {
  return [...text.matchAll(imported)]
    .map(([, to]) => path.resolve(path.dirname(file), to))
    .filter(to => existsSync(to));
}

/**
 * Who imports a file, for each that anybody imports.
 * @param {Map<string, string[]>} graph
 * @returns {Map<string, string[]>}
 */
export function importersOf(graph) {
  const importers = new Map();
  for (const [file, targets] of graph)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  return importers;
}

/**
 * All files from which imports lead to `file`, and itself.
 * @param {Map<string, string[]>} importers
 * @param {string} file
 */
export function reaching(importers, file) {
  const found = new Set([file]);
  for (const one of found) for (const importer of importers.get(one) ?? []) found.add(importer);
  return found;
}

/**
 * For each pair of sister folders of which one imports the other, as `'runs/store runs/batch'`, a file by which it does.
 * @param {string} root
 * @param {Map<string, string[]>} graph
 * @returns {Map<string, string>}
 */
export function sisterImports(root, graph) {
  const pairs = new Map();
  for (const [file, targets] of graph)
    for (const target of targets) {
      const pair = sistersOf(root, file, target)?.join(' ');
      if (pair !== undefined && !pairs.has(pair)) pairs.set(pair, file);
    }
  return pairs;
}

/**
 * The way from one file to another by imports, without both ends; `undefined` where there is none.
 * @param {Map<string, string[]>} graph
 * @param {string} from
 * @param {string} to
 * @returns {string[] | undefined}
 */
export function wayBetween(graph, from, to) {
  const before = new Map([[from, undefined]]);
  for (const file of before.keys()) {
    if (file === to) {
      const way = [];
      for (let step = before.get(file); step !== undefined && step !== from; step = before.get(step))
        way.unshift(step);
      return way;
    }
    for (const next of graph.get(file) ?? []) if (!before.has(next)) before.set(next, file);
  }
  return undefined;
}

/**
 * The two sister folders that an import leads across: `['runs/store', 'runs/batch']`. `undefined` where one file is above or beside
 * the other.
 * @param {string} root
 * @param {string} from
 * @param {string} to
 * @returns {[string, string] | undefined}
 */
export function sistersOf(root, from, to) {
  const [one, other] = [from, to].map(file => path.relative(root, path.dirname(file)).split(path.sep));
  const differs = one.findIndex((part, index) => part !== other[index]);
  if (differs === -1 || other[differs] === undefined || one[differs] === '' || other[0] === '')
    return undefined;
  return [one, other].map(parts => parts.slice(0, differs + 1).join('/'));
}
