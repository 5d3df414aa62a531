import path from 'node:path';
import { importGraph, importsOf, sistersOf, wayBetween } from './importGraph.mjs';

/** The graph of each root; files do not change while ESLint runs, but the one that is linted may be an editor's. */
const graphs = new Map();

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
    if (!graphs.has(root)) graphs.set(root, importGraph(root));
    const file = context.filename;
    const graph = new Map(graphs.get(root)).set(file, importsOf(file, context.sourceCode.text));
    const named = name => path.relative(root, name).replaceAll(path.sep, '/');
    const back = (from, to) =>
      [...graph].find(([other, targets]) =>
        targets.some(target => sistersOf(root, other, target)?.join() === [to, from].join()),
      )?.[0];

    function check(node) {
      const { source } = node;
      if (source?.type !== 'Literal' || typeof source.value !== 'string' || !source.value.startsWith('.'))
        return;
      const target = path.resolve(path.dirname(file), source.value);
      if (!graph.has(target)) return;
      const way = wayBetween(graph, target, file);
      if (way !== undefined)
        context.report({
          node: source,
          messageId: 'circle',
          data: { way: [file, target, ...(target === file ? [] : [...way, file])].map(named).join(' → ') },
        });
      const [from, to] = sistersOf(root, file, target) ?? [];
      const other = from === undefined ? undefined : back(from, to);
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
