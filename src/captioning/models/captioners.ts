import type { CaptionerKind } from './captionerKind.ts';
import { t } from '../../base/l10n.ts';

/** A model that writes sentences about images and can be downloaded. */
export interface Captioner {
  /** Its name as a model, and of its folder. */
  id: string;
  label: string;
  /** Its name at the hub. */
  repository: string;
  licence: string;
  kind: CaptionerKind;
  /** About how much is downloaded; the hub says exactly. */
  approximateBytes: number;
  /** What it is good for, a phrase. */
  goodFor: string;
  /** About how long an image takes, a phrase. */
  speed: string;
}

const megabyte = 1024 * 1024;

/** Where models come from unless a mirror is set. */
export const defaultHub = 'https://huggingface.co';

/** The models that are offered. Sizes are those of their pages; the hub states the exact ones before a download. */
export const captioners: readonly Captioner[] = [
  {
    id: 'distilvit',
    label: 'DistilViT',
    repository: 'Mozilla/distilvit',
    licence: 'Apache-2.0',
    kind: 'captioner',
    approximateBytes: 190 * megabyte,
    get goodFor() {
      return t('one short sentence, as alternative text');
    },
    get speed() {
      return t('2 to 3 s per image');
    },
  },
  {
    id: 'florence-2-base-ft',
    label: 'Florence-2 Base',
    repository: 'onnx-community/Florence-2-base-ft',
    licence: 'MIT',
    kind: 'florence',
    approximateBytes: 260 * megabyte,
    get goodFor() {
      return t('detailed descriptions of one to five sentences, and the text in an image');
    },
    get speed() {
      return t('12 to 20 s per image');
    },
  },
  {
    id: 'smolvlm-256m-instruct',
    label: 'SmolVLM 256M',
    repository: 'HuggingFaceTB/SmolVLM-256M-Instruct',
    licence: 'Apache-2.0',
    kind: 'chat',
    approximateBytes: 260 * megabyte,
    get goodFor() {
      return t('questions and prompts; makes more mistakes');
    },
    get speed() {
      return t('12 to 15 s per image');
    },
  },
];

/** The model of that name among those that are offered. */
export function findCaptioner(id: string): Captioner | undefined {
  return captioners.find(captioner => captioner.id === id);
}

/** Whether a text can be the name of a model: it also names a folder. */
export function isModelId(id: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,63}$/.test(id);
}
