import { ValueError } from '../base/errors.ts';
import { isNode, type SchemaNode } from './schemaNode.ts';
import { readDataFile } from './readDataFile.ts';
import { t } from '../base/l10n.ts';

/**
 * The classes of a dataset's `data.yaml`, in their order: `names` as a list, as a map from number to name or the other way
 * round; at the top or in the one part that has it. A list alone is one of classes.
 * @throws {ValueError} where there are none, or the file is neither YAML nor JSON.
 */
export async function classesFromDataYaml(text: string, fileName = 'data.yaml'): Promise<string[]> {
  const value = await readDataFile(text, fileName);
  const classes = inOrder(namesIn(value)).map(name => String(name).trim());
  if (classes.length === 0 || classes.includes(''))
    throw new ValueError(
      t('{fileName} names no classes: it needs “names” with a list, or with a name for each number.', {
        fileName,
      }),
      {
        hint: t('For instance: names: [cat, dog].'),
      },
    );
  return [...new Set(classes)];
}

function namesIn(value: unknown): unknown {
  if (Array.isArray(value)) return value;
  if (!isNode(value)) return undefined;
  if ('names' in value) return value.names;
  const parts = Object.values(value).filter(part => isNode(part) && 'names' in part) as { names: unknown }[];
  return parts.length === 1 ? parts[0]?.names : undefined;
}

function inOrder(names: unknown): (string | number | boolean)[] {
  const values = isNode(names)
    ? byNumber(names)
        .sort(([one], [other]) => Number(one) - Number(other))
        .map(([, name]) => name)
    : Array.isArray(names)
      ? (names as unknown[])
      : [];
  return values.every(isScalar) ? values : [];
}

/** Numbers with their names; some files have a number for each name. */
function byNumber(names: SchemaNode): [string, unknown][] {
  const entries = Object.entries(names);
  const isTurned = entries.every(([name, value]) => !/^\d+$/.test(name) && Number.isInteger(value));
  return isTurned ? entries.map(([name, value]) => [String(value), name]) : entries;
}

/** A dataset of digits names its classes 0 to 9. */
function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
