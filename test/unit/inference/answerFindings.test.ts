import { describe, expect, test } from 'vitest';
import { readResultLine } from '../../../src/inference/batches/resultLine.ts';
import { someFindings } from '../../support/someFindings.ts';
import { chatChunk, data, eventStream, type Step } from '../../support/testProvider.ts';
import { askIt, destination, formats, testKey, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();
const found = someFindings();
type Members = Record<string, unknown>;

/** A stream of either format whose last frame has these members beside its own. */
const streams = {
  'chat.completions': (members: Members): Step[] => [
    data(chatChunk({ content: 'A dog.' })),
    data({ ...chatChunk({}, 'stop'), ...members }),
    'data: [DONE]\n\n',
  ],
  responses: (members: Members): Step[] => [
    data({ type: 'response.output_text.delta', delta: 'A dog.' }),
    data({ type: 'response.completed', response: wholeResponse(members) }),
  ],
};

/** A whole answer of either format, likewise. */
const wholes = {
  'chat.completions': (members: Members) => ({
    object: 'chat.completion',
    choices: [{ index: 0, message: { content: 'A dog.' }, finish_reason: 'stop' }],
    ...members,
  }),
  responses: wholeResponse,
};

function wholeResponse(members: Members): Members {
  return {
    object: 'response',
    status: 'completed',
    output: [{ type: 'message', id: 'm', content: [{ type: 'output_text', text: 'A dog.' }] }],
    ...members,
  };
}

describe.each(formats)('%s', api => {
  const answerTo = async (members: Members) => {
    provider.script(eventStream(...streams[api](members)));
    const { answer } = await askIt(destination(provider.url, api));
    return answer;
  };

  test('what was found comes with the answer, streamed, whole and in a batch, image by image', async () => {
    const members = { sightline_findings: [found, null] };
    expect(await answerTo(members)).toMatchObject({ text: 'A dog.', findings: [found, null] });
    provider.script(eventStream(JSON.stringify(wholes[api](members))));
    const { answer } = await askIt(destination(provider.url, api));
    expect(answer).toMatchObject({ text: 'A dog.', findings: [found, null] });
    const line = JSON.stringify({
      custom_id: 'a',
      response: { status_code: 200, body: wholes[api](members) },
    });
    expect(await readResultLine(line, { api, label: 'Test', url: provider.url })).toMatchObject({
      answer: { findings: [found, null] },
    });
  });

  test('an answer without findings has none, and bad ones are none: the answer stands', async () => {
    expect(await answerTo({})).not.toHaveProperty('findings');
    for (const bad of [null, {}, 'x', [], Array.from({ length: 201 }, () => null)])
      expect(await answerTo({ sightline_findings: bad })).not.toHaveProperty('findings');
    const endless = someFindings({
      faces: found.faces.flatMap(face => Array.from({ length: 1001 }, () => face)),
    });
    const odd = [endless, { ...found, things: [{ label: 'dog' }] }, 7];
    expect(await answerTo({ sightline_findings: odd })).toMatchObject({
      text: 'A dog.',
      findings: [null, null, null],
    });
  });

  test('a server that repeats the key in its findings is not repeated', async () => {
    const hostile = someFindings({
      things: found.things.map(thing => ({ ...thing, label: testKey })),
      lines: found.lines.map(line => ({ ...line, text: `Key: ${testKey}` })),
      codes: found.codes.map(code => ({ ...code, text: testKey, format: testKey })),
      madeBy: [testKey],
    });
    expect(JSON.stringify(await answerTo({ sightline_findings: [hostile] }))).not.toContain(testKey);
  });
});
