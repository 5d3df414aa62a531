import path from 'node:path';
import {
  importGraph,
  importsOf,
  importersOf,
  reaching,
  sisterImports,
  sistersOf,
  wayBetween,
} from './importGraph.mjs';

/** What is known of each root: files do not change while ESLint runs, but the one that is linted may be an editor's. */
const known = new Map();

function readRoot(root) {
  const graph = importGraph(root);
  return { graph, importers: importersOf(graph), sisters: sisterImports(root, graph) };
}

/** No circle of imports, types included, and no two sister folders that import each other. */
const importCircles = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { root: { type: 'string' } }, required: ['root'] }],
    messages: {
      circle: 'This import closes a circle: {{way}}.',
      sisters: '{{from}} and {{to}} import each other; {{back}} imports {{from}}. One of the two is below.',
    },
  },
  create(context) {
    const [{ root }] = context.options;
    if (!known.has(root)) known.set(root, readRoot(root));
    const { graph: saved, importers, sisters } = known.get(root);
    const file = context.filename;
    // What this file imports changes neither who reaches it nor what its sisters import.
    const above = reaching(importers, file);
    const named = name => path.relative(root, name).replaceAll(path.sep, '/');

    function wayFrom(target) {
      if (target === file) return [];
      const graph = new Map(saved).set(file, importsOf(file, context.sourceCode.text));
      return [...wayBetween(graph, target, file), file];
    }

    function check(node) {
      const { source } = node;
      if (source?.type !== 'Literal' || typeof source.value !== 'string' || !source.value.startsWith('.'))
        return;
      const target = path.resolve(path.dirname(file), source.value);
      if (!saved.has(target) && target !== file) return;
      if (above.has(target))
        context.report({
          node: source,
          messageId: 'circle',
          data: { way: [file, target, ...wayFrom(target)].map(named).join(' → ') },
        });
      const [from, to] = sistersOf(root, file, target) ?? [];
      const other = from === undefined ? undefined : sisters.get(`${to} ${from}`);
      if (other !== undefined)
        context.report({ node: source, messageId: 'sisters', data: { from, to, back: named(other) } });
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export default { rules: { 'import-circles': importCircles } };
