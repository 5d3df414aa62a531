import type { ApiFormat } from '../api/apiFormat.ts';
import { isUnclear, noteAnswered, namedChange } from '../api/ladder.ts';
import { isAccepted, learnedKey, recall, remember } from '../api/learned.ts';
import {
  adaptationOf,
  recoveries,
  type Adaptation,
  type RefusedRequest,
  type RequestImages,
} from '../api/recoveries.ts';
import type { ProviderFault } from '../faults/providerFault.ts';
import { wholeRequest, type BatchQuestion } from './requestLine.ts';

/** What a batch's next lines can go without: a question of its own, asked again within a batch, would take a day more. */
const steps = recoveries.filter(({ once }) => once !== true);

/**
 * What the lines of one batch teach: a line that was refused for something that the next request will leave out or say
 * otherwise is asked again, as a live one is at once. What helps is remembered for both.
 */
export class BatchLessons {
  readonly #key: string;
  readonly #sent: ReadonlySet<Adaptation>;
  readonly #request: Omit<RefusedRequest, 'images'>;

  /** @param asked without its pictures: only the other fields matter. */
  constructor(api: ApiFormat, asked: BatchQuestion) {
    this.#key = learnedKey(asked.origin, asked.question.model);
    this.#sent = recall(this.#key);
    this.#request = { api, body: wholeRequest(api, asked, this.#sent) };
  }

  /** A line was answered as it was sent. */
  answered(): void {
    noteAnswered(this.#key, steps, this.#request);
  }

  /** Whether a line that was refused is to be asked again, otherwise. */
  learn(fault: ProviderFault, images: RequestImages): boolean {
    const request = { ...this.#request, images };
    const change = namedChange(steps, fault, request, this.#sent) ?? this.#tried(fault, request);
    if (change === undefined) return false;
    remember(this.#key, [change]);
    return true;
  }

  /** Where the server does not say what it refuses: the form of the answer, if none was taken before. */
  #tried(fault: ProviderFault, request: RefusedRequest): Adaptation | undefined {
    if (!isUnclear(fault, request)) return undefined;
    const form = steps.find(({ adaptation }) => adaptation === 'noStructuredOutput');
    if (form?.feature === undefined || !form.concerns(request)) return undefined;
    return isAccepted(this.#key, form.feature(request)) ? undefined : adaptationOf(form);
  }
}
