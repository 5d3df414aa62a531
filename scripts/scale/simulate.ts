/**
 * `npm run simulate -- [--images N] [--rate N …] [--answer-ms N] [--prepare-ms N] [--sent-bytes N] [--concurrency N] [--processors N]
 * [--input-tokens N] [--output-tokens N] [--input-price N] [--output-price N] [--database-processors N]`: what a large run over a
 * queue takes, and how long at each rate. Without options the tables of `docs/scale.md`.
 */
import { parseArgs } from 'node:util';
import { assumed, rates } from './assumptions.ts';
import { ratesTable, sumsTable } from './tables.ts';

const { price, ...numbers } = assumed;
const all = { ...numbers, inputPrice: price.input, outputPrice: price.output };
const options = Object.fromEntries(
  Object.keys(all).map(name => [optionOf(name), { type: 'string' as const }]),
);
const { values } = parseArgs({ options: { ...options, rate: { type: 'string', multiple: true } } });
const said: Record<string, unknown> = values;
const given = Object.fromEntries(
  Object.entries(all).map(([name, value]) => [name, positive(optionOf(name), said[optionOf(name)] ?? value)]),
) as typeof all;
const run = { ...given, price: { input: given.inputPrice, output: given.outputPrice } };
console.log(sumsTable(run));
console.log();
console.log(ratesTable(run, values.rate?.map(rate => positive('rate', rate)) ?? rates));

function optionOf(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

function positive(name: string, text: unknown): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  console.error(`--${name} needs a number above 0.`);
  return process.exit(2);
}
