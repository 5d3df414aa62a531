import { t } from '../../base/l10n.ts';
import type { Prices } from '../../base/dollars.ts';
import type { Conversation, Entry, EntryStatus, ModelView } from '../../protocol/conversation.ts';
import type { HostMessage, Offer, TemplateView } from '../../protocol/panel.ts';
import { fireAgain, type OneShot } from '../shared/oneShot.ts';
import { isRunning } from './entry/entryActions.ts';

/** How an answer is called that ended without a word. */
export const noAnswer = t('No answer');

/** All that the panel shows. Made only from the host's messages, and from the draft that is being typed. */
export interface PanelState extends Omit<Conversation, 'followUpOf'> {
  /** The host has sent the conversation at least once. */
  loaded: boolean;
  /** Something is missing here (at first, everything); it comes with the next whole conversation. */
  outOfStep: boolean;
  followUpOf: string | undefined;
  /** Of the entries, those that the person removed and can still bring back. */
  removed: ReadonlySet<string>;
  model: ModelView | undefined;
  /** What is open in the editor and could go with the next question. */
  offers: readonly Offer[];
  /** Where the selected text stands that goes with the next question. */
  selection: string | undefined;
  /** What models cost, by their names. */
  prices: Prices;
  /** The prompt templates, once a slash was typed. */
  templates: readonly TemplateView[];
  /** What the live region says. */
  announcement: OneShot<string>;
  /** What the host wants shown for a moment; it is also said. */
  toast: OneShot<string>;
  focusInput: OneShot<undefined>;
  reveal: OneShot<string | undefined>;
}

export const emptyPanel: PanelState = {
  loaded: false,
  outOfStep: true,
  entries: [],
  attachments: [],
  draft: '',
  followUpOf: undefined,
  removed: new Set(),
  model: undefined,
  offers: [],
  selection: undefined,
  prices: {},
  templates: [],
  announcement: { serial: 0, value: '' },
  toast: { serial: 0, value: '' },
  focusInput: { serial: 0, value: undefined },
  reveal: { serial: 0, value: undefined },
};

/**
 * What is in the box once the host has said what it remembers. What is typed before the host's first word is added to
 * that; and where the panel itself asked anew, what is being typed is newer.
 */
function newestDraft({ loaded, outOfStep, draft: typed }: PanelState, remembered: string): string {
  if (loaded) return outOfStep ? typed : remembered;
  return remembered === '' || typed === '' ? remembered + typed : `${remembered} ${typed}`;
}

/** The panel after one message from the host. */
export function reduce(state: PanelState, message: HostMessage): PanelState {
  switch (message.type) {
    case 'conversation': {
      const { entries, attachments, draft, followUpOf } = message.conversation;
      const newest = newestDraft(state, draft);
      return {
        ...state,
        ...{
          loaded: true,
          outOfStep: false,
          entries,
          attachments,
          followUpOf,
          draft: newest,
          removed: new Set(),
        },
        model: message.model,
      };
    }
    case 'entryAdded':
      if (state.entries.some(({ id }) => id === message.entry.id)) return { ...state, outOfStep: true };
      return announced({ ...state, entries: [...state.entries, message.entry] }, announce(message.entry));
    case 'entryRestarted':
      return changed(state, message.entry.id, () => message.entry);
    case 'entryChanged':
      return changed(state, message.id, entry => Object.assign({ ...entry }, message.patch));
    case 'entryRemoved':
      return message.undo === true
        ? announced({ ...state, removed: new Set([...state.removed, message.id]) }, t('Removed'))
        : without(state, message.id);
    case 'entryRestored': {
      const { id } = message.entry;
      const removed = new Set([...state.removed].filter(other => other !== id));
      if (!state.entries.some(entry => entry.id === id)) return { ...state, outOfStep: true };
      return announced({ ...changed(state, id, () => message.entry), removed }, t('Restored'));
    }
    case 'textAppended': {
      const { id, channel, from, text } = message;
      const before = state.entries.find(entry => entry.id === id)?.[channel];
      if (state.outOfStep || before?.length !== from) return { ...state, outOfStep: true };
      return changed(state, id, entry => ({ ...entry, [channel]: before + text }));
    }
    case 'attachments':
      return { ...state, attachments: message.attachments };
    case 'followUp':
      return { ...state, followUpOf: message.id };
    case 'model':
      return { ...state, model: message.model };
    case 'draft':
      return { ...state, draft: message.text };
    case 'offers':
      return { ...state, offers: message.offers, selection: message.attached };
    case 'prices':
      return { ...state, prices: message.prices };
    case 'templates':
      return { ...state, templates: message.templates };
    case 'focusInput':
      return { ...state, focusInput: fireAgain(state.focusInput, undefined) };
    case 'revealEntry':
      return { ...state, reveal: fireAgain(state.reveal, message.id) };
    case 'announcement':
      return showToast(state, message.text);
    case 'picture':
    case 'reply':
      return state;
    default:
      return message satisfies never;
  }
}

/** Says `text` and shows it for a moment. */
export function showToast(state: PanelState, text: string): PanelState {
  return announced({ ...state, toast: fireAgain(state.toast, text) }, text);
}

function without(state: PanelState, id: string): PanelState {
  return { ...state, entries: state.entries.filter(entry => entry.id !== id) };
}

function changed(state: PanelState, id: string, change: (entry: Entry) => Entry): PanelState {
  const index = state.entries.findIndex(entry => entry.id === id);
  const before = state.entries[index];
  if (!before) return { ...state, outOfStep: true };
  const after = change(before);
  const next = { ...state, entries: state.entries.with(index, after) };
  if (after.status !== before.status) return announced(next, announce(after, othersRunning(next, id)));
  const isNewWait = after.waiting !== before.waiting && (after.waiting ?? '') !== '';
  return isNewWait ? announced(next, after.waiting) : next;
}

function announced(state: PanelState, text: string | undefined): PanelState {
  return text === undefined ? state : { ...state, announcement: fireAgain(state.announcement, text) };
}

const announcements: Record<EntryStatus, string | undefined> = {
  preparing: undefined,
  waiting: t('Waiting for answer'),
  streaming: t('Answer started'),
  complete: t('Answer complete'),
  incomplete: t('The answer was truncated'),
  failed: t('Request failed'),
  stopped: t('Answer stopped'),
};

function othersRunning({ entries }: PanelState, id: string): number {
  return entries.filter(entry => entry.id !== id && isRunning(entry.status)).length;
}

/** What is said of an entry. While others run, too, it is said once, when it has ended, with how many are still to come. */
function announce(entry: Entry, others = 0): string | undefined {
  const text = announcementOf(entry);
  if (text === undefined || others === 0) return text;
  return isRunning(entry.status)
    ? undefined
    : `${text}${/[.!?]$/.test(text) ? '' : '.'} ${t('{others} in progress', { others })}`;
}

function announcementOf({ status, error, text: answer }: Entry): string | undefined {
  const text = announcements[status];
  if (status === 'incomplete' && answer === '') return noAnswer;
  return status === 'failed' && error ? t('Request failed: {message}', { message: error.message }) : text;
}
