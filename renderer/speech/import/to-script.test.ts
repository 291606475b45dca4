import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptSchema } from '../../../shared/contract/scripts.ts';
import { importScript } from '../../../shared/import/import-script.ts';
import { VOICES } from '../../../shared/speech/voices.ts';
import { writeSubtitles } from '../../../shared/subtitles/write.ts';
import { toScript } from './to-script.ts';

const BASE = { voice: null, speed: 1, extras: {} };

async function scriptOf(fileName: string, text: string, maxSpeedUp: number | null = 1.2) {
  const read = await importScript({ name: fileName, bytes: new TextEncoder().encode(text) });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  let ids = 0;
  const script = toScript(read.data, { fileName, maxSpeedUp, base: BASE, makeId: () => `id${ids++}`, nowMs: 5 });
  return scriptSchema.parse(script);
}

describe('an imported file', () => {
  it('has the title of its text, else that of its name', async () => {
    expect((await scriptOf('a.b.md', '# Tides\n\nThe sea.')).title).toBe('Tides');
    expect((await scriptOf('Episode 1.final.txt', 'The sea.')).title).toBe('Episode 1.final');
  });

  it('of headings begins chapters, and a colon of no role stays in the line', async () => {
    const { text, lines, cast } = await scriptOf('a.md', '# One\n\nThe sea.\n\n## Day: two\n\nThe shore.');
    expect(text).toBe('One\nThe sea.\n\nDay: two\nThe shore.');
    expect(lines).toMatchObject([
      { index: 0, chapter: 'One' },
      { index: 2, chapter: 'Day: two', role: '' },
    ]);
    expect(cast).toEqual([]);
  });

  it('of a table has voices for roles and lines, by key or name', async () => {
    const [first, second] = VOICES;
    const rows = ['role,text,voice', `Anna,Hi.,${first?.key}`, `Ben,Ho.,${second?.name}`, 'Anna,Again.,my-voice'];
    const { cast, lines } = await scriptOf('a.csv', rows.join('\n'));
    expect(cast).toMatchObject([
      { name: 'Anna', voice: first?.key },
      { name: 'Ben', voice: second?.key },
    ]);
    expect(lines).toMatchObject([{ index: 2, voice: 'my-voice' }]);
  });

  it('that tells roles from what is said has them in the cast, also those with one line', async () => {
    const { cast } = await scriptOf('a.csv', 'role,text\nAnna,Hi.\nNote,Ho.\n');
    expect(cast.map(({ name, voice }) => [name, voice])).toEqual([
      ['Anna', undefined],
      ['Note', undefined],
    ]);
    const named = await scriptOf('a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ben>Hi.\n');
    expect(named.cast.map(({ name }) => name)).toEqual(['Ben']);
  });

  it('of subtitles keeps their times if a person wants that', async () => {
    const srt = '1\n00:00:01,000 --> 00:00:02,500\nAnna: Hi.\n\n2\n00:00:03,000 --> 00:00:04,000\nHo.\n';
    const kept = await scriptOf('a.srt', srt, 1.5);
    expect(kept.lines).toMatchObject([
      { index: 0, cue: { startMs: 1000, endMs: 2500 } },
      { index: 1, cue: { startMs: 3000, endMs: 4000 } },
    ]);
    expect(kept.maxSpeedUp).toBe(1.5);
    const dropped = await scriptOf('a.srt', srt, null);
    expect(dropped.lines).toEqual([]);
    expect(dropped.maxSpeedUp).toBeUndefined();
    expect(kept.text).toBe('Anna: Hi.\nHo.');
  });

  it('of our own subtitles has the same lines again', async () => {
    const lines = ['Anna: The lamp went out at nine.', 'Ben: 灯灭了。', 'Nobody had lit it: not once.'];
    const timeline = {
      title: 'T',
      sampleRateHz: 24_000,
      chapters: [],
      lines: lines.map((line, i) => {
        const [, role = '', text = line] = /^(\w+): (.*)$/.exec(line) ?? [];
        return { number: i + 1, role, text, startSamples: i * 50_000, lengthSamples: 40_000, pauses: [] };
      }),
    };
    for (const format of ['srt', 'vtt'] as const)
      expect((await scriptOf(`a.${format}`, writeSubtitles(format, timeline, { hasNames: true }))).text).toBe(
        lines.join('\n'),
      );
  });

  it('is a script that main accepts, whatever is in it', async () => {
    const files = fc.record({
      extension: fc.constantFrom('txt', 'md', 'csv', 'tsv', 'srt', 'vtt', 'lrc'),
      text: fc.oneof(
        fc.string({ unit: 'binary' }),
        fc
          .array(fc.constantFrom('# a', 'b: c', 'd,e,f', '00:01 --> 00:02', '[00:01.00]x', '"', '\n', '\u0000', 'Ü'))
          .map((parts) => parts.join('\n')),
      ),
    });
    await fc.assert(
      fc.asyncProperty(files, fc.string({ minLength: 1 }), async ({ extension, text }, name) => {
        const fileName = `${name}.${extension}`;
        const read = await importScript({ name: fileName, bytes: new TextEncoder().encode(text) });
        if (!read.ok) return;
        const facts = { fileName, maxSpeedUp: 2, base: BASE, makeId: () => crypto.randomUUID(), nowMs: 1 };
        expect(scriptSchema.safeParse(toScript(read.data, facts)).error).toBeUndefined();
      }),
    );
  });
});
