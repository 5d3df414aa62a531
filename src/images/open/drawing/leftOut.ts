import { t } from '../../../base/l10n.ts';

/** What a drawing is drawn without. The sets hold the addresses that it names. */
export interface LeftOut {
  images: Set<string>;
  /** Shapes, paints and filters of other files. */
  parts: Set<string>;
  styleSheets: Set<string>;
  /** Variables that the file does not define. */
  variables: Set<string>;
  /** Images inside the file whose format is not drawn. */
  embedded: number;
  /** Whether it brings fonts of its own. */
  ownFonts: boolean;
  /** HTML labels that are drawn as plain text, and HTML that is not drawn. */
  labels: number;
  html: number;
  /** Whether there is text to be drawn. */
  text: boolean;
}

/** Nothing yet. */
export function nothingLeftOut(): LeftOut {
  return {
    images: new Set(),
    parts: new Set(),
    styleSheets: new Set(),
    variables: new Set(),
    embedded: 0,
    ownFonts: false,
    labels: 0,
    html: 0,
    text: false,
  };
}

/** Most names in a note. */
const namesInNote = 3;

/**
 * A sentence for each kind of thing that is not drawn, or drawn in another way.
 * @param withoutText whether the build of the image processor draws no text.
 */
export function leftOutNotes(left: LeftOut, withoutText: boolean): string[] {
  const notes: string[] = [];
  if (left.images.size > 0)
    notes.push(t('Images that the SVG links to are not drawn: {images}.', { images: namesOf(left.images) }));
  if (left.embedded > 0) notes.push(t('Images inside the SVG whose format is not supported are not drawn.'));
  if (left.parts.size > 0)
    notes.push(
      t('Parts of other files that the SVG refers to are not drawn: {parts}.', {
        parts: namesOf(left.parts),
      }),
    );
  if (left.styleSheets.size > 0)
    notes.push(
      t('Style sheets outside the SVG are not applied: {styleSheets}.', {
        styleSheets: namesOf(left.styleSheets),
      }),
    );
  if (left.variables.size > 0)
    notes.push(
      t('Variables that the SVG does not define have no effect: {variables}.', {
        variables: namesOf(left.variables),
      }),
    );
  if (left.html > 0)
    notes.push(t('HTML inside the SVG (foreignObject) that is more than text is not drawn.'));
  if (left.text && withoutText) notes.push(t('The text in the SVG is not drawn: no fonts can be used here.'));
  else {
    if (left.labels > 0) notes.push(t('HTML labels in the SVG are drawn as plain text.'));
    if (left.ownFonts && left.text)
      notes.push(t('Fonts embedded in the SVG are not used; its text is drawn in other fonts.'));
  }
  return notes;
}

function namesOf(names: ReadonlySet<string>): string {
  const all = [...names];
  const shown = all.slice(0, namesInNote).map(shorten).join(', ');
  return all.length > namesInNote
    ? t('{shown} and {count} more', { shown, count: String(all.length - namesInNote) })
    : shown;
}

/** An address as it may stand in a sentence: without control or invisible characters, and short. */
function shorten(name: string): string {
  const plain = name.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '').trim();
  if (plain === '') return t('one without a name');
  return plain.length > 60 ? `…${plain.slice(-59)}` : plain;
}
