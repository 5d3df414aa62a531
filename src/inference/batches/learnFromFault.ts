import type { ApiFormat } from '../api/apiFormat.ts';
import { learnedKey, recall, remember } from '../api/learned.ts';
import type { ProviderFault } from '../faults/providerFault.ts';
import { recoveries } from '../api/recoveries.ts';
import { wholeRequest, type BatchQuestion } from './requestLine.ts';

/**
 * Whether a line was refused for something that the next request will leave out or say otherwise, as a live one does at
 * once. What helps is remembered for both.
 * @param asked without its pictures: only the other fields matter.
 */
export function learnFromFault(fault: ProviderFault, api: ApiFormat, asked: BatchQuestion): boolean {
  const body = wholeRequest(api, asked, new Set());
  const recovery = recoveries.find(one => one.applies(fault, { api, body }));
  if (recovery === undefined) return false;
  const key = learnedKey(asked.origin, asked.question.model);
  remember(key, new Set([...recall(key), recovery.adaptation]));
  return true;
}
