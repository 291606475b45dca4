// Makes inputs: a case of the corpus, changed a few times in ways that break parsers.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { corpusFolder, type TargetName } from './targets.ts';

/** A case of the corpus. */
export type Case = { name: string; bytes: Uint8Array };

/** The cases of a target. */
export function readCorpus(target: TargetName): Case[] {
  const folder = corpusFolder(target);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, bytes: readFileSync(path.join(folder, name)) }));
}

/** Bytes that mean something to some parser. */
const TOKENS = [
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '\\',
  ',',
  ':',
  '\n',
  '\r',
  '\r\n\r\n',
  'data: ',
  '\\u00',
  'null',
  'NaN',
  '-',
  '1e999',
  '<',
  '>',
  '&',
  '-->',
  '00:00:01,000',
  'WEBVTT',
  'OggS',
  'ID3',
  'RIFF',
  'IDAT',
  'ftyp',
  'bytes=',
  'https://',
  '%',
  '\0',
  '\uFEFF',
  '😀',
  '__proto__',
].map((text) => Buffer.from(text));
const NUMBERS = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff];

const place = fc.nat({ max: 0xffff });
const change = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), at: place, byte: fc.nat({ max: 255 }) }),
  fc.record({
    kind: fc.constant('number' as const),
    at: place,
    value: fc.constantFrom(...NUMBERS),
    isBig: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: place,
    bytes: fc.oneof(fc.constantFrom(...TOKENS), fc.uint8Array({ maxLength: 20 })),
  }),
  fc.record({ kind: fc.constant('remove' as const), at: place, count: fc.nat({ max: 64 }) }),
  fc.record({
    kind: fc.constant('repeat' as const),
    at: place,
    count: fc.nat({ max: 40 }),
    times: fc.nat({ max: 200 }),
  }),
  fc.record({ kind: fc.constant('cut' as const), at: place }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function changed(bytes: Uint8Array, one: Change): Uint8Array {
  const at = one.at % (bytes.length + 1);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (one.kind) {
    case 'set':
      return Buffer.concat([before, Buffer.from([one.byte]), after.subarray(1)]);
    case 'number': {
      const number = Buffer.alloc(4);
      if (one.isBig) number.writeUInt32BE(one.value);
      else number.writeUInt32LE(one.value);
      return Buffer.concat([before, number, after.subarray(4)]);
    }
    case 'insert':
      return Buffer.concat([before, one.bytes, after]);
    case 'remove':
      return Buffer.concat([before, after.subarray(one.count)]);
    case 'repeat': {
      const part = after.subarray(0, one.count);
      return Buffer.concat([before, ...Array<Uint8Array>(one.times).fill(part), after]);
    }
    case 'cut':
      return before;
  }
}

/** Inputs for a target: its cases changed, or bytes of their own. */
export function inputsFor(target: TargetName): fc.Arbitrary<Uint8Array> {
  const cases = readCorpus(target).map(({ bytes }) => bytes);
  const start = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(cases.length > 0 ? cases : [new Uint8Array()])) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) },
    { weight: 1, arbitrary: fc.string({ maxLength: 200, unit: 'binary' }).map((text) => Buffer.from(text)) },
  );
  return fc
    .tuple(start, fc.array(change, { maxLength: 6 }))
    .map(([bytes, changes]) => changes.reduce<Uint8Array>(changed, bytes));
}
