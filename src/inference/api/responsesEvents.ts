import type { EndReason } from './answer.ts';
import { listOf, objectOf, textOf, usageOf, type ChunkMeaning, type Json } from './chunkMeaning.ts';
import { StreamFault } from '../faults/providerFault.ts';

/**
 * Reads an event of `responses`, or the whole response of a server that does not stream. Events that carry nothing for
 * the person (the beginnings and ends of parts) say nothing.
 * @throws {StreamFault} where the event carries the provider's error.
 */
export function readResponsesEvent(value: unknown): ChunkMeaning {
  const event = objectOf(value);
  if (event.error) throw new StreamFault(event.error);
  if (event.object === 'response') return readResponse(event);
  switch (event.type) {
    case 'error':
      throw new StreamFault(event);
    case 'response.output_text.delta':
      return { text: textOf(event.delta) };
    case 'response.refusal.delta':
      return { refusal: textOf(event.delta) };
    case 'response.reasoning_text.delta':
    case 'response.reasoning_summary_text.delta':
      return { reasoning: textOf(event.delta) };
    case 'response.created':
    case 'response.in_progress':
      return modelOf(objectOf(event.response));
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
    case 'response.cancelled':
      return readResponse(withStatus(objectOf(event.response), event.type.slice('response.'.length)));
    default:
      return {};
  }
}

/** Sloppy servers leave the status out or as it was: then the event's own name says it. */
function withStatus(response: Json, named: string): Json {
  const status = textOf(response.status);
  return status === '' || unended.includes(status) ? { ...response, status: named } : response;
}

/** Statuses of a response that is not at its end, as one that was not waited for is sent whole. */
const unended: readonly unknown[] = ['queued', 'in_progress'];

/** The response object as a whole, as it stands at the end. */
function readResponse(response: Json): ChunkMeaning {
  const { status, error } = response;
  if (error || status === 'failed')
    throw new StreamFault(error ?? 'The provider failed to answer and gave no reason.');
  const parts = listOf(response.output)
    .map(objectOf)
    .filter(item => item.type === 'message')
    .flatMap(item => listOf(item.content).map(objectOf));
  const usage = objectOf(response.usage);
  return {
    ...modelOf(response),
    ...usageOf(usage.input_tokens, usage.output_tokens),
    wholeText: partsText(parts, 'output_text', 'text'),
    wholeRefusal: partsText(parts, 'refusal', 'refusal'),
    end: endOf(status, objectOf(response.incomplete_details).reason),
    last: true,
  };
}

function endOf(status: unknown, why: unknown): EndReason {
  if (status === 'cancelled' || unended.includes(status)) return 'cut';
  if (status !== 'incomplete') return 'complete';
  if (why === 'content_filter') return 'filtered';
  return why === 'max_output_tokens' || why === 'max_tokens' ? 'length' : 'cut';
}

function partsText(parts: Json[], type: string, member: string): string {
  return parts
    .filter(part => part.type === type)
    .map(part => textOf(part[member]))
    .join('');
}

function modelOf(response: Json): { model?: string } {
  const model = textOf(response.model);
  return model ? { model } : {};
}
