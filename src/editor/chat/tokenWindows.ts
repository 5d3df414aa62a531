import { knownLimits } from '../../inference/providers/contextWindows.ts';
import type { Model, Provider } from '../../inference/providers/provider.ts';

/** How much a model takes and gives, in tokens: together its context window. */
export interface TokenWindow {
  maxInputTokens: number;
  maxOutputTokens: number;
}

/** What is known of a model's window beside what its provider lists. */
export interface KnownWindows {
  /** The setting `sightline.chat.contextWindows`: tokens by `provider/model`, or by a pattern with `*`. */
  set: Readonly<Record<string, number>>;
  /** What a refusal taught, in tokens. */
  learned?: number | undefined;
}

/**
 * Where nothing is known: what nearly all models of the network have, and for servers on a machine what the editor's agent
 * needs. In less than that it leaves out images first, and says nothing.
 */
const usual = { remote: 128_000, local: 65_536 };

/** The longest answer that room is kept for, where nobody states one: an agent's longest edit; and at all. */
const usualOutput = 16_384;
const longestOutput = 65_536;

/** The least window that is offered; the editor's own instructions do not fit into a smaller one. */
const leastWindow = 1024;

/**
 * The window of a model: what the person set, else what a refusal taught, else what the provider lists, else what is generally
 * known. A quarter at most is kept for the answer.
 */
export function tokenWindow(provider: Provider, model: Model, { set, learned }: KnownWindows): TokenWindow {
  const known = knownLimits(model.id);
  // A server on a machine is often started with less than a model can do.
  const most = provider.local ? usual.local : Number.POSITIVE_INFINITY;
  const context =
    windowSet(set, `${provider.id}/${model.id}`) ??
    learned ??
    model.contextWindow ??
    Math.min(most, known?.contextWindow ?? usual.remote);
  const window = Math.max(leastWindow, Math.floor(context));
  const output = Math.min(model.maxOutputTokens ?? known?.maxOutputTokens ?? usualOutput, longestOutput);
  const maxOutputTokens = Math.max(1, Math.min(output, Math.floor(window / 4)));
  return { maxInputTokens: window - maxOutputTokens, maxOutputTokens };
}

/** The entry of the setting for a model: its own name first, then the longest pattern that fits. */
function windowSet(set: Readonly<Record<string, number>>, id: string): number | undefined {
  const exact = set[id];
  if (exact !== undefined) return exact;
  const [best] = Object.keys(set)
    .filter(pattern => pattern.includes('*') && fits(pattern, id))
    .toSorted((one, other) => other.length - one.length);
  return best === undefined ? undefined : set[best];
}

/** Whether a pattern, in which `*` stands for any text, fits the whole of a name or what comes behind its provider. */
function fits(pattern: string, id: string): boolean {
  return fitsWhole(pattern, id) || fitsWhole(pattern, id.slice(id.indexOf('/') + 1));
}

function fitsWhole(pattern: string, name: string): boolean {
  const pieces = pattern.toLowerCase().split('*');
  const text = name.toLowerCase();
  const [head = '', ...rest] = pieces;
  const tail = rest.pop() ?? '';
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false;
  let from = head.length;
  const end = text.length - tail.length;
  for (const piece of rest) {
    const at = text.indexOf(piece, from);
    if (at < 0 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  return true;
}
