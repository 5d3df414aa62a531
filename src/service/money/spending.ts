import { ServiceError } from '../http/serviceError.ts';
import type { ServiceLog } from '../log.ts';
import type { TokenCount } from './tokenCount.ts';
import { hasBudget } from '../store/budgets.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { addSpend } from '../store/spend.ts';
import type { Spender } from '../store/spend.ts';
import { modelPrice } from './modelPrice.ts';
import { costOf } from './nanoDollars.ts';
import { dayOf } from '../store/periods.ts';
import type { RequestBound } from './requestBound.ts';
import { startReserving } from './reserving.ts';
import type { Spent } from './reserving.ts';
import type { ListedPrice } from '../../inference/prices/priceList.ts';

/** A request that is about to be asked. */
export interface CostlyRequest extends Spender {
  /** As the gateway names it, `provider/model`. */
  model: string;
  /** The most that it may use; only asked for where there is a budget. */
  bound: (price: ListedPrice) => RequestBound;
  signal: AbortSignal;
}

/** A request that may be asked. Only the first of these counts. */
export interface OpenRequest {
  /**
   * It is over, and cost something. Where the provider has told no tokens, the most that it can have been counts against
   * a budget: each byte of the answer is at most one. Returns the cost in billionths of a dollar; undefined where no price is known.
   */
  answered: (tokens: TokenCount, bytes: number) => number | undefined;
  /** It has cost nothing. */
  failed: () => void;
}

/** What requests cost, and the budgets that hold for them. */
export interface Spending {
  /**
   * To be awaited before a request is asked.
   * @throws {ServiceError} 429 where a budget is exceeded, 400 where there is one and the model has no price.
   */
  open: (request: CostlyRequest) => Promise<OpenRequest>;
  /** Writes what was collected. */
  flush: () => void;
  /** Writes the rest and stops. */
  close: () => void;
}

/** Milliseconds between two writes of what no budget holds for. */
const flushInterval = 1000;

/** Starts counting. What no budget holds for is collected and written together, so that no request waits for it. */
export function recordSpending(store: ServiceStore, log: ServiceLog): Spending {
  const reserving = startReserving(store, log);
  let collected = new Map<string, Spent>();

  const flush = () => {
    reserving.flush();
    if (collected.size === 0) return;
    store.database.transaction(() => {
      for (const spent of collected.values()) addSpend(store, spent);
    });
    collected = new Map();
  };
  const flushQuietly = () => {
    try {
      flush();
    } catch (error) {
      log({ level: 'warn', message: `Spending was not written: ${String(error)}` });
    }
  };
  const timer = setInterval(flushQuietly, flushInterval).unref();

  const collect = (spent: Spent) => {
    const place = JSON.stringify([spent.workspaceId, spent.keyId, spent.model, spent.day]);
    const before = collected.get(place);
    collected.set(place, before === undefined ? spent : sum(before, spent));
  };

  return {
    open: async ({ bound, signal, model, ...spender }) => {
      const { workspaceId, keyId } = spender;
      const price = modelPrice(store, workspaceId, model);
      const spentBy = (tokens: TokenCount, nano: number | undefined): Spent => ({
        ...spender,
        ...{ model, day: dayOf(store.now()), requests: 1, ...tokens },
        ...{ nano: nano ?? 0, unpriced: nano === undefined ? 1 : 0 },
      });
      const most = hasBudget(store, spender) ? mostOf(price, model, bound) : undefined;
      if (most === undefined || most.nano === 0)
        return once(
          tokens => {
            const nano = price && costOf(tokens, price);
            collect(spentBy(tokens, nano));
            return nano;
          },
          () => undefined,
        );
      const { nano, certain } = most;
      const id = await reserving.hold({ workspaceId, keyId, nano, certain }, signal);
      return once(
        (tokens, bytes) => {
          const told = tokens.inputTokens + tokens.outputTokens > 0;
          const cost = costOf(told ? tokens : mostAnswered(most, bytes), most.price);
          reserving.settle(id, spentBy(tokens, cost));
          return cost;
        },
        () => reserving.settle(id, undefined),
      );
    },
    flush,
    close: () => {
      clearInterval(timer);
      reserving.close();
      flushQuietly();
    },
  };
}

/** The most that a request costs. @throws {ServiceError} 400 */
function mostOf(price: ListedPrice | undefined, model: string, bound: CostlyRequest['bound']) {
  if (price === undefined)
    throw new ServiceError(
      400,
      `model: no price is known for ${model}, and a budget is set. The owner can set the price under Settings > Spending.`,
    );
  const tokens = bound(price);
  return { ...tokens, price, nano: costOf(tokens, price) };
}

function mostAnswered({ inputTokens, outputTokens }: TokenCount, bytes: number): TokenCount {
  return { inputTokens, outputTokens: Math.min(outputTokens, bytes) };
}

function once(answered: OpenRequest['answered'], failed: () => void): OpenRequest {
  let over = false;
  const first = <T>(work: () => T): T | undefined => {
    if (over) return undefined;
    over = true;
    return work();
  };
  return {
    answered: (tokens, bytes) => first(() => answered(tokens, bytes)),
    failed: () => {
      first(failed);
    },
  };
}

function sum(a: Spent, b: Spent): Spent {
  return {
    ...b,
    requests: a.requests + b.requests,
    unpriced: a.unpriced + b.unpriced,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    nano: a.nano + b.nano,
  };
}
