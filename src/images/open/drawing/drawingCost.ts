import { Undecodable } from '../../decoders/raster.ts';
import { maxDepth, type DrawingElement } from './parseDrawing.ts';
import { t } from '../../../base/l10n.ts';

/** Most elements that are drawn, each counted as often as it is used. */
const maxDrawnElements = 500_000;

/** Most steps of filters, each counted as often as its filter is used. */
const maxFilterSteps = 2_000;

/** How often what is drawn may refer to something that refers to something. */
const maxReferences = 50;

interface Cost {
  elements: number;
  filterSteps: number;
}

/**
 * Refuses a drawing that unfolds to more than a drawing has: references of references, filters upon filters. What is
 * left is ended by the clock.
 * @throws {Undecodable}
 */
export function checkCost(root: DrawingElement): void {
  const byId = new Map<string, DrawingElement>();
  collect(root, byId);
  const { elements, filterSteps } = costOf(root, {
    byId,
    known: new Map(),
    open: new Set(),
    references: 0,
    depth: 0,
  });
  if (elements > maxDrawnElements)
    throw new Undecodable(t('it expands to more than {maxDrawnElements} elements', { maxDrawnElements }), {
      tooLarge: true,
    });
  if (filterSteps > maxFilterSteps)
    throw new Undecodable(t('it applies filters in more than {maxFilterSteps} steps', { maxFilterSteps }), {
      tooLarge: true,
    });
}

interface Walk {
  byId: ReadonlyMap<string, DrawingElement>;
  known: Map<DrawingElement, Cost>;
  /** Elements whose cost is being summed up: what leads back to them is a circle, which no program draws. */
  open: Set<DrawingElement>;
  references: number;
  depth: number;
}

function costOf(element: DrawingElement, walk: Walk): Cost {
  const known = walk.known.get(element);
  if (known !== undefined) return known;
  if (walk.open.has(element)) return { elements: 0, filterSteps: 0 };
  if (walk.references > maxReferences || walk.depth > maxDepth)
    throw new Undecodable(t('its parts refer to each other too often'), { tooLarge: true });
  walk.open.add(element);
  const cost: Cost = { elements: 1, filterSteps: element.name.startsWith('fe') ? 1 : 0 };
  const add = ({ elements, filterSteps }: Cost): void => {
    cost.elements += elements;
    cost.filterSteps += filterSteps;
  };
  // What is defined only counts where it is used.
  if (element.name !== 'defs')
    for (const child of element.children)
      if (typeof child !== 'string' && !definitions.has(child.name))
        add(costOf(child, { ...walk, depth: walk.depth + 1 }));
  for (const target of referencesOf(element)) {
    const found = walk.byId.get(target);
    if (found !== undefined) add(costOf(found, { ...walk, references: walk.references + 1, depth: 0 }));
  }
  walk.open.delete(element);
  walk.known.set(element, cost);
  return cost;
}

const definitions: ReadonlySet<string> = new Set([
  'symbol',
  'pattern',
  'clipPath',
  'mask',
  'marker',
  'filter',
]);

/** The parts that an element refers to. */
function referencesOf({ attributes }: DrawingElement): string[] {
  const found: string[] = [];
  for (const [key, value] of attributes) {
    if (key === 'href' && value.startsWith('#')) found.push(value.slice(1));
    else if (value.includes('url('))
      for (const [, id = ''] of value.matchAll(/url\(#([^()]{1,500})\)/g)) found.push(id);
  }
  return found;
}

function collect(element: DrawingElement, byId: Map<string, DrawingElement>): void {
  const id = element.attributes.get('id');
  if (id !== undefined && !byId.has(id)) byId.set(id, element);
  for (const child of element.children) if (typeof child !== 'string') collect(child, byId);
}
