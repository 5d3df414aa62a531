import { expect, test } from 'vitest';
import { growingPause, retryAfter, verdictOf } from '../../../src/base/retryable.ts';
import { SightlineError, type ErrorCode } from '../../../src/base/errors.ts';
import { readResultLine } from '../../../src/inference/batches/resultLine.ts';
import { HttpFault } from '../../../src/inference/faults/providerFault.ts';
import { pauseBeforeRetry } from '../../../src/inference/faults/retry.ts';
import { describeFailure } from '../../../src/inference/faults/translateError.ts';
import { answerError } from '../../../src/platform/platformErrors.ts';
import { failureKind } from '../../../src/runs/running/failureKind.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const day = 24 * 3_600_000;

test.each([
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': ' 0.5 ' }, 500],
  [{ 'retry-after': 'Sun, 01 Mar 2026 12:00:03 GMT' }, 3000],
  [{ 'retry-after': '30s' }, 30_000],
  [{ 'retry-after': String(now / 1000 + 90) }, 90_000],
  [{ 'retry-after-ms': '1500', 'retry-after': '30' }, 1500],
  [{ 'x-ratelimit-reset': '2026-03-01T12:00:07.500Z' }, 7500],
  [{ 'x-ratelimit-reset': String(now / 1000 + 12) }, 12_000],
  [{ 'x-ratelimit-reset': String(now + 1500) }, 1500],
  [{ 'x-ratelimit-reset': '60' }, 60_000],
  [{ 'retry-after': '4', 'x-ratelimit-reset': '2026-03-01T12:00:07Z' }, 4000],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-5' }, undefined],
  [{ 'retry-after': '+5' }, undefined],
  [{ 'retry-after': '9'.repeat(400) }, undefined],
  [{}, undefined],
])('RATE-1: headers name a pause: %o', (headers, expected) => {
  expect(retryAfter({ status: 429, headers: new Headers(headers) }, now)).toBe(expected);
});

test.each([
  [{ 'retry-after': '0' }],
  [{ 'retry-after-ms': '0' }],
  [{ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }],
  [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }],
  [{ 'x-ratelimit-reset': '2026-03-01T11:59:59Z' }],
])('PACE-1: "0" and what is past is a second: %o', headers => {
  expect(retryAfter({ status: 429, headers: new Headers(headers) }, now)).toBe(1000);
});

test('PACE-1: a pause has a horizon', () => {
  expect(retryAfter({ headers: new Headers({ 'retry-after': '999999999' }) }, now)).toBe(31 * day);
});

test.each([
  ['Please try again in 7.66s.', 7660],
  ['Please retry in 12s.', 12_000],
  ['try again in 250ms', 250],
  ['try again in 1m2.5s', 62_500],
  ['Please try again in 2h3m4.5s. Visit', 7_384_500],
  ['Please retry after 26 seconds.', 26_000],
  ['try again in 1 hour, 5 minutes and 1 second', 3_901_000],
  ['The limit resets in: 3 days', 3 * day],
  ['try again in 5 monkeys', undefined],
  ['later', undefined],
  [`try again in ${'9'.repeat(100_000)}s`, undefined],
])('RATE-1: words name a pause: %.40s', (reason, expected) => {
  expect(retryAfter({ status: 429, reason }, now)).toBe(expected);
});

const google = (details: unknown[]) => [{ error: { code: 429, message: 'Please retry in 2.5s.', details } }];

test.each([
  [google([{ '@type': 'x/google.rpc.RetryInfo', retryDelay: '41.2s' }]), 41_200],
  // Noon in London is four in California, in winter.
  [
    google([{ retryDelay: '2.5s' }, { violations: [{ quotaId: 'GenerateRequestsPerDayPerProject' }] }]),
    20 * 3_600_000,
  ],
  [{ error: { message: 'x', metadata: { headers: { 'X-RateLimit-Reset': String(now + 5000) } } } }, 5000],
  [{ error: { message: 'x', metadata: { headers: { 'Retry-After': 7 } } } }, 7000],
  [{ error: { error: { retryDelay: '3s' } } }, undefined],
  [{ details: 'x', metadata: { headers: null } }, undefined],
  ['text', undefined],
  [null, undefined],
])('PACE-1: bodies name a pause: %o', (body, expected) => {
  expect(retryAfter({ status: 429, body }, now)).toBe(expected);
});

test('what is said beside a fault of the server is no pause', () => {
  const headers = new Headers({ 'x-ratelimit-reset': String(now + 60_000) });
  expect(retryAfter({ status: 500, headers, reason: 'try again in 5 minutes' }, now)).toBeUndefined();
});

test('RATE-1: a provider and the platform service are read alike', () => {
  for (const headers of [
    { 'x-ratelimit-reset': new Date(Date.now() + 90_000).toISOString() },
    { 'retry-after': '7' },
  ]) {
    const provider = failureOf(429, headers).error.retryAfterMs ?? 0;
    const service = answerError({ status: 429, headers: new Headers(headers), body: '' }, 'https://x');
    expect(provider).toBeGreaterThan(6000);
    expect(Math.abs((service.retryAfterMs ?? 0) - provider)).toBeLessThan(5000);
  }
});

function failureOf(status: number, headers: Record<string, string> = {}, body = '') {
  const fault = new HttpFault(new Response(null, { status, headers }), body);
  return describeFailure(fault, { label: 'Server', url: 'https://api.example.com/v1' });
}

test.each([
  [400, false],
  [404, false],
  [408, true],
  [409, true],
  [425, true],
  [429, true],
  [500, true],
  [501, false],
  [502, true],
  [503, true],
  [504, true],
  [505, false],
  [520, true],
  [529, true],
])('status %i is one that may pass to everyone: %s', async (status, passing) => {
  const failure = failureOf(status);
  expect(verdictOf(failure.error).kind !== 'permanent').toBe(passing);
  expect(pauseBeforeRetry(failure, 0) !== undefined).toBe(passing);
  expect(['tooFast', 'overloaded', 'passing'].includes(failureKind(failure.error))).toBe(passing);
  const line = JSON.stringify({ custom_id: 'a', response: { status_code: status, body: {} } });
  const context = { api: 'responses', label: 'Server', url: 'https://api.example.com/v1' } as const;
  expect(await readResultLine(line, context)).toMatchObject({ passing });
});

test.each<[ErrorCode, string]>([
  ['rateLimited', 'throttled'],
  ['network', 'transient'],
  ['timeout', 'transient'],
  ['incomplete', 'transient'],
  ['quotaExceeded', 'permanent'],
  ['requestTooLarge', 'permanent'],
  ['unsupportedImage', 'permanent'],
])('a failure of the kind %s is %s', (code, kind) => {
  expect(verdictOf(new SightlineError(code, '', { status: 429 })).kind).toBe(kind);
});

test('a server that is down for a time it names is throttled', () => {
  expect(verdictOf(failureOf(503, { 'retry-after': '30' }).error)).toEqual({ kind: 'throttled', ms: 30_000 });
});

test('pauses grow, and are shorter by up to a quarter', () => {
  const pauses = (random: number) => [0, 1, 2, 9].map(done => growingPause(done, { random: () => random }));
  expect(pauses(0)).toEqual([500, 1000, 2000, 8000]);
  expect(pauses(1)).toEqual([375, 750, 1500, 6000]);
});
