import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../tests/support/runs.ts';
import { createJsonSkimmer, MIN_RUN_LENGTH } from './json-skimmer.ts';

/** Pushes text in chunks split at `cuts`; returns the remaining text with `<n>` for each run, and the runs. */
function skim(text: string, cuts: readonly number[] = [], isStream = false) {
  const bytes = Buffer.from(text);
  const skimmer = createJsonSkimmer({ isStream });
  const runs: string[] = [];
  const kept: Uint8Array[] = [];
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const chunks = places.slice(0, -1).map((from, i) => bytes.subarray(from, places[i + 1]));
  for (const part of [...chunks.flatMap((chunk) => skimmer.push(chunk)), ...skimmer.end()]) {
    if (part.kind === 'text') kept.push(part.bytes);
    else runs[part.number] = (runs[part.number] ?? '') + part.text;
  }
  let rest = Buffer.concat(kept).toString();
  for (const number of skimmer.runsIn(rest)) rest = skimmer.replaceRun(rest, number, `<${number}>`);
  return { text: rest, runs };
}

const run = fc
  .tuple(fc.string({ unit: fc.constantFrom(...'ABCabc019+/-_'), minLength: 1, maxLength: 40 }), fc.nat(3))
  .map(([text, more]) => text.repeat(Math.ceil((MIN_RUN_LENGTH * (1 + more)) / text.length)));
const documents = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.constantFrom(null, true, '~', '"', '\\', '~0~'),
    run,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('b64_json', 'data', 'é:"'), tie('node'), { maxKeys: 4 }),
  ),
}));
const cuts = fc.array(fc.nat(100_000), { maxLength: 12 });
const LONG = 'QUJD'.repeat(MIN_RUN_LENGTH / 4);

describe('createJsonSkimmer', () => {
  // attack 51
  it('extracts long runs from any document, however it is split, and what remains has the same shape', () => {
    fc.assert(
      fc.property(documents.node, cuts, fc.constantFrom(undefined, 2), (node, where, indent) => {
        const { text, runs } = skim(JSON.stringify(node, null, indent) ?? 'null', where);
        const restored = JSON.parse(text, (_key, found) =>
          typeof found === 'string' ? found.replace(/^<(\d+)>$/, (_all, number) => runs[Number(number)] ?? '') : found,
        );
        expect(restored).toEqual(JSON.parse(JSON.stringify(node)));
        expect(text.length).toBeLessThan(MIN_RUN_LENGTH * 2);
      }),
      { numRuns: runs(200) },
    );
  });

  it('leaves shorter text unchanged, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), cuts, fc.boolean(), (text, where, isStream) => {
        expect(skim(text, where, isStream)).toEqual({ text: Buffer.from(text).toString(), runs: [] });
      }),
    );
  });

  it.each([
    ['in quotes', `{"a":"${LONG}"}`, '{"a":"<0>"}'],
    ['in single quotes', `{'a':'${LONG}'}`, "{'a':'<0>'}"],
    ['alone', LONG, '<0>'],
    ['after the prefix of a data URL', `"data:image/png;base64,${LONG}"`, '"data:image/png;base64,<0>"'],
    ['inside a JSON text inside a string', `"{\\"a\\":\\"${LONG}\\"}"`, '"{\\"a\\":\\"<0>\\"}"'],
    ['in a string that never ends', `{"a":"${LONG}`, '{"a":"<0>'],
  ])('extracts a run %s', (_name, text, kept) => expect(skim(text)).toEqual({ text: kept, runs: [LONG] }));

  it('decodes the escapes of JSON inside a run, and keeps wrapped lines together', () => {
    const escaped = `"A\\/B\\u002bC${LONG.slice(0, 20)}\\r\\n${LONG}"`;
    expect(skim(escaped)).toEqual({ text: '"<0>"', runs: [`A/B+C${LONG.slice(0, 20)}\r\n${LONG}`] });
    expect(skim(`"${LONG}\n${LONG}"`).runs).toHaveLength(1);
  });

  it('blanks in place of plus, and percent-encoding, are part of a run; words before it are not', () => {
    const plus = 'iVBORw0KGgo'
      .padEnd(64, 'A')
      .repeat(400)
      .replace(/A{53}/g, 'A'.repeat(52))
      .replace(/A(?=iV)/g, ' ');
    for (const cuts of [[], [3, 100, 20_000], [16_384, 16_390]]) {
      expect(skim(`{"a":"${plus}"}`, cuts)).toEqual({ text: '{"a":"<0>"}', runs: [plus] });
      expect(skim(`{"a":"Here it is ${plus}"}`, cuts)).toEqual({ text: '{"a":"Here it is <0>"}', runs: [plus] });
      expect(skim(`{"a":"Here it is ${LONG}"}`, cuts)).toEqual({ text: '{"a":"Here it is <0>"}', runs: [LONG] });
      expect(skim(`{"a":"${LONG} and more words"}`, cuts)).toEqual({
        text: '{"a":"<0> and more words"}',
        runs: [LONG],
      });
      const encoded = `%2F9j%2f${LONG}%2B%3D`;
      expect(skim(`{"a":"${encoded}","b":"100%"}`, cuts)).toEqual({
        text: '{"a":"<0>","b":"100%"}',
        runs: [`/9j/${LONG}+=`],
      });
    }
    const words = 'some words without any point '.repeat(2000);
    expect(skim(`"${words}"`)).toEqual({ text: `"${words}"`, runs: [] });
  });

  // attack 51
  it('ends a run at the end of a line of an event stream', () => {
    const { text, runs } = skim(`data: ${LONG}\ndata: ${LONG}\n\n`, [], true);
    expect([text, runs]).toEqual(['data: <0>\ndata: <1>\n\n', [LONG, LONG]]);
  });

  it('a relay cannot write a marker of its own', () => {
    const skimmer = createJsonSkimmer({ isStream: false });
    const [part] = skimmer.push(Buffer.from('"~0~" "~000000000000000000000000.0~"'));
    expect(part?.kind === 'text' && skimmer.runsIn(Buffer.from(part.bytes).toString())).toEqual([]);
  });
});
