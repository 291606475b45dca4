// Scripts as text: cutting 1 MB beside the platform's segmenter, finding 10 000 lines, their ids after a key, what would be
// sent, and 5000 rules of pronunciation. Independent of windows.

import type { LexiconRule } from '../../shared/contract/scripts.ts';
import { applyLexicon, compileLexicon } from '../../shared/script/lexicon.ts';
import { keepIds } from '../../shared/script/line-ids.ts';
import { linesAfter, linesOf } from '../../shared/script/lines.ts';
import { sentLines } from '../../shared/script/sent-text.ts';
import { splitText } from '../../shared/script/split.ts';
import { timelineOf } from '../../shared/script/timeline.ts';
import { RECOMMENDED_INPUT_BYTES } from '../../shared/speech/limits.ts';
import { ordinaryLength } from '../../shared/speech/spoken-length.ts';
import { utf8ByteLength } from '../../shared/text/utf8.ts';
import { type Bench, type Figure, repeat } from './bench.ts';
import { hearing } from './hearing.ts';

const RUNS = { warmUps: 2, times: 9 };
const TEXT_BYTES = 1_000_000;
const LINES = 10_000;
const RULES = 5000;
const AIMS_MS = { split: 200, lines: 10, ids: 2, lexicon: 300, timeline: 20 };

const WORDS = ['lantern', 'harbour', 'winter', 'letter', 'river', 'quiet', 'copper', 'evening', 'morning', 'counted'];
const TEXTS = {
  English:
    'The keeper counted the waves, until he lost count; and then, at 3.14, he began. “That night,” she said, “one answered.” ',
  Chinese: '灯塔看守人数着海浪，直到他数不清了；然后他又重新开始。“那天晚上，”她说，“其中一个回答了。”',
  'Chinese without punctuation': '灯塔看守人数着海浪直到他数不清了然后他又重新开始那天晚上其中一个回答了',
};

/** Measures each function on a text of 1 MB. */
export const benchText: Bench = async () => [
  ...(await splitting()),
  ...(await lines()),
  ...(await lexicon()),
  ...(await timeline()),
  ...(await hearing()),
];

/** `sentence` again and again, of about `bytes` UTF-8 bytes. */
function fill(sentence: string, bytes: number): string {
  return sentence.repeat(Math.floor(bytes / utf8ByteLength(sentence)));
}

async function splitting(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [language, sentence] of Object.entries(TEXTS)) {
    const text = fill(sentence, TEXT_BYTES);
    const ours = await repeat(RUNS, async () => elapsedMs(() => splitText(text, RECOMMENDED_INPUT_BYTES)));
    const name = `script: cutting 1 MB, ${language}`;
    figures.push({ name, unit: 'ms', samples: ours, aim: AIMS_MS.split });
    for (const granularity of ['sentence', 'word'] as const) {
      const segmenter = new Intl.Segmenter('en', { granularity });
      const segment = (): unknown => Array.from(segmenter.segment(text), ({ index }) => index);
      const peer = await repeat(RUNS, async () => elapsedMs(segment));
      const samples = ours.map((ms, run) => ms / (peer[run] ?? Number.NaN));
      figures.push({
        name: `${name}, beside each ${granularity}`,
        unit: '×',
        samples,
        note: 'of Intl.Segmenter’s time',
      });
    }
  }
  return figures;
}

async function lines(): Promise<Figure[]> {
  const line = fill(TEXTS.English, TEXT_BYTES / LINES + TEXTS.English.length).slice(0, TEXT_BYTES / LINES - 12);
  const text = Array.from({ length: LINES }, (_, index) => `Role ${index % 7}: ${index} ${line}`).join('\n');
  const texts = textsOf(text);
  const before = texts.map((written, index) => ({ id: `line${index}`, text: written }));
  const middle = text.length >> 1;
  const editedText = `${text.slice(0, middle)}x${text.slice(middle)}`;
  const edited = textsOf(editedText);
  const change = { from: middle, to: middle, newTo: middle + 1 };
  const script = { text, lines: [], cast: [] };
  const base = { voice: null, speed: 1, extras: {} };
  const found = linesOf(text);
  const rules = compileLexicon(makeRules());
  const measure = (run: () => unknown): Promise<number[]> => repeat(RUNS, async () => elapsedMs(run));
  return [
    {
      name: 'script: finding 10 000 lines',
      unit: 'ms',
      samples: await measure(() => linesOf(text)),
      aim: AIMS_MS.lines,
    },
    {
      name: 'script: finding them after a key',
      unit: 'ms',
      samples: await measure(() => linesAfter(found, editedText, change)),
    },
    {
      name: 'script: ids of 10 000 lines after a key',
      unit: 'ms',
      samples: await measure(() => keepIds(before, edited, () => 'new')),
      aim: AIMS_MS.ids,
    },
    {
      name: 'script: ids of 10 000 lines in reverse order',
      unit: 'ms',
      samples: await measure(() => keepIds(before, texts.toReversed(), () => 'new')),
    },
    {
      name: 'script: what is sent for 10 000 lines',
      unit: 'ms',
      samples: await measure(() => sentLines(script, found, base, rules)),
      note: `with ${RULES} rules of pronunciation`,
    },
  ];
}

function textsOf(text: string): string[] {
  return linesOf(text).map(({ from, to }) => text.slice(from, to));
}

async function lexicon(): Promise<Figure[]> {
  const text = fill(TEXTS.English, TEXT_BYTES);
  const rules = makeRules();
  const compiled = compileLexicon(rules);
  return [
    {
      name: 'script: preparing 5000 rules',
      unit: 'ms',
      samples: await repeat(RUNS, async () => elapsedMs(() => compileLexicon(rules))),
    },
    {
      name: 'script: 5000 rules on 1 MB',
      unit: 'ms',
      samples: await repeat(RUNS, async () => elapsedMs(() => applyLexicon(compiled, text, 'en'))),
      aim: AIMS_MS.lexicon,
    },
  ];
}

/** Lengths of 10 000 lines that are not made, by as many takes of 20 voices. */
async function timeline(): Promise<Figure[]> {
  const texts = Array.from(
    { length: LINES },
    (_, index) => `${index} ${TEXTS.English.slice(0, TEXT_BYTES / LINES - 8)}`,
  );
  const run = (): unknown => {
    const lines = texts.map((text, index) => ({
      ordinary: ordinaryLength(text),
      voice: `voice${index % 20}`,
      speed: 1,
      isSpoken: true,
      durationS: null,
      pauseAfterMs: 300,
      cueStartS: null,
    }));
    return timelineOf(
      lines,
      lines.map((line) => ({ ...line, durationS: 7 })),
    );
  };
  const samples = await repeat(RUNS, async () => elapsedMs(run));
  return [{ name: 'script: estimating 10 000 lines', unit: 'ms', samples, aim: AIMS_MS.timeline }];
}

/** Rules for single words and for phrases of two, some of which are in the texts. */
function makeRules(): LexiconRule[] {
  return Array.from({ length: RULES }, (_, index) => {
    const word = WORDS[index % WORDS.length] ?? '';
    const from = index < WORDS.length ? word : `${word} ${WORDS[(index * 7) % WORDS.length]}${index}`;
    return { from, to: `${word}s`, language: '', isWholeWord: index % 2 === 0, isCaseSensitive: index % 3 === 0 };
  });
}

function elapsedMs(run: () => unknown): number {
  const began = performance.now();
  run();
  return performance.now() - began;
}
