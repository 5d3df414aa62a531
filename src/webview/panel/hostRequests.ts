import { t } from '../../base/l10n.ts';
import type { HostMessage, PanelMessage, Sent } from '../../protocol/panel.ts';

type Reply = Extract<HostMessage, { type: 'reply' }>;

/** How long the host may take to answer, milliseconds. */
export const requestTimeout = 15_000;

/** Asks the host and always settles: with what it sent, or with an error whose message is for the person. */
export class HostRequests {
  readonly #post: (message: PanelMessage) => void;
  readonly #pending = new Map<number, (result: Reply['result']) => void>();
  #last = 0;

  constructor(post: (message: PanelMessage) => void) {
    this.#post = post;
  }

  /** "What was sent" for an entry. */
  sent(id: string): Promise<Sent> {
    const request = ++this.#last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(request);
        reject(new Error(t('The editor did not respond within 15 seconds.')));
      }, requestTimeout);
      this.#pending.set(request, result => {
        clearTimeout(timer);
        this.#pending.delete(request);
        if (result.ok) resolve(result.sent);
        else reject(new Error(result.message));
      });
      this.#post({ type: 'request', request, method: 'sent', id });
    });
  }

  /** Settles the request that `reply` belongs to; a late or unknown one is left alone. */
  settle(reply: Reply): void {
    this.#pending.get(reply.request)?.(reply.result);
  }
}
