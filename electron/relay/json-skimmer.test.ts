import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonSkimmer } from './json-skimmer.ts';

/** Pushes text in chunks split at `cuts`; returns the remaining text and the extracted strings. */
function skim(text: string | Uint8Array, cuts: readonly number[] = []) {
  const bytes = Buffer.from(text as string);
  const skimmer = createJsonSkimmer('b64_json');
  const taken: string[] = [];
  const kept: Uint8Array[] = [];
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (const [i, from] of places.slice(0, -1).entries()) {
    for (const part of skimmer.push(bytes.subarray(from, places[i + 1]))) {
      if (part.kind === 'text') kept.push(Buffer.from(part.bytes));
      else taken[part.number] = (taken[part.number] ?? '') + part.text;
    }
  }
  return { text: Buffer.concat(kept).toString(), taken };
}

/** Puts the extracted strings back in place of their numbers. */
function restore(value: unknown, taken: readonly string[]): unknown {
  return JSON.parse(JSON.stringify(value), (key, found) =>
    key === 'b64_json' && typeof found === 'string' && found !== '' ? taken[Number(found)] : found,
  );
}

const base64 = fc.string({ unit: fc.constantFrom(...'ABCabc019+/=\n\r\t"\\'), maxLength: 60 });
const documents = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.integer(),
    fc.constantFrom(null, true, 'b64_json', 'b64_json"', '{"b64_json":"x"}'),
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('b64_json', 'b64_jsonx', 'b64', 'data', 'é:"'), fc.oneof(tie('node'), base64), {
      maxKeys: 4,
    }),
  ),
}));
const cuts = fc.array(fc.nat(2000), { maxLength: 12 });

describe('createJsonSkimmer', () => {
  it('extracts the strings of its field from any document, however it is split and indented', () => {
    fc.assert(
      fc.property(documents.node, cuts, fc.constantFrom(undefined, 2), (node, where, indent) => {
        const ascii = JSON.parse(JSON.stringify(node).replaceAll(/\P{ASCII}/gu, '?'));
        const { text, taken } = skim(JSON.stringify(ascii, null, indent), where);
        expect(restore(JSON.parse(text), taken)).toEqual(ascii);
      }),
      { numRuns: 400 },
    );
  });

  it('leaves everything else unchanged, including UTF-8 and invalid text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), cuts, (text, where) => {
        fc.pre(!text.includes('b64_json'));
        expect(skim(text, where)).toEqual({ text: Buffer.from(text).toString(), taken: [] });
      }),
    );
  });

  it.each([
    ['a key and a value apart', '{ "b64_json" \n:\t "QQ" }', '{ "b64_json" \n:\t "0" }', ['QQ']],
    ['an empty string stays empty', '{"b64_json":""}', '{"b64_json":""}', []],
    ['null stays', '{"b64_json":null,"url":"u"}', '{"b64_json":null,"url":"u"}', []],
    ['the name as a value is no key', '["b64_json","AAAA"]', '["b64_json","AAAA"]', []],
    ['escaped slashes and letters', '{"b64_json":"A\\/B\\u002bC"}', '{"b64_json":"0"}', ['A/B+C']],
    [
      'a line break ends a broken line, and the next is read',
      'data: {"b64_json":"AA\ndata: {"b64_json":"BB"}\n',
      'data: {"b64_json":"0\ndata: {"b64_json":"1"}\n',
      ['AA', 'BB'],
    ],
    [
      'a quote in a comment spoils nothing',
      ': it"s\ndata: {"b64_json":"AA"}',
      ': it"s\ndata: {"b64_json":"0"}',
      ['AA'],
    ],
  ])('%s', (_name, text, kept, taken) => expect(skim(text)).toEqual({ text: kept, taken }));
});
