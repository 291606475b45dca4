// Reads LRC: rows that begin with one or more time stamps; others continue the row before them.

import type { ReadCue } from './read-cue.ts';

const STAMP = /^\[(\d{1,6}):(\d{1,2})(?:[.:](\d{1,3}))?\]/;
const OFFSET = /^\[offset:\s*([+-]?\d{1,9})\s*\]/i;
const TITLE = /^\[ti:([^\]]*)\]/i;
const TAG = /^\[[a-z]+:[^\]]*\]$/i;
/** Stamps of single words. */
const WORD_STAMP = /<\d{1,6}:\d{1,2}(?:[.:]\d{1,3})?>/g;
/** What the last row lasts, as nothing ends it. */
const LAST_MS = 5000;

/**
 * Reads rows as cues, by their start; each lasts until the next stamp. An `offset` is applied: positive is earlier.
 * `outside` has the rows, counted from 1, that stand before all stamps. Never throws.
 */
export function parseLrc(file: string): { title: string; cues: ReadCue[]; outside: number[] } {
  const outside: number[] = [];
  let latest: { text: string } | undefined;
  /** All stamps of a row have the same text. */
  const starts: { startMs: number; said: { text: string } }[] = [];
  let offsetMs = 0;
  let title = '';
  for (const [i, row] of file
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    let rest = row.trimStart();
    const times: number[] = [];
    for (let stamp = STAMP.exec(rest); stamp; stamp = STAMP.exec(rest)) {
      times.push((Number(stamp[1]) * 60 + Number(stamp[2])) * 1000 + Math.round(Number(`0.${stamp[3] ?? 0}`) * 1000));
      rest = rest.slice(stamp[0].length);
    }
    offsetMs = Number(OFFSET.exec(rest)?.[1] ?? offsetMs);
    title = TITLE.exec(rest)?.[1]?.trim() ?? title;
    const text = rest.replace(WORD_STAMP, '').trim();
    if (times.length > 0) {
      const said = { text };
      for (const startMs of times) starts.push({ startMs, said });
      latest = said;
    } else if (text !== '' && !TAG.test(text)) {
      if (latest) latest.text += `\n${text}`;
      else outside.push(i + 1);
    }
  }
  starts.sort((a, b) => a.startMs - b.startMs);
  const cues = starts.map(({ startMs, said }, i) => ({
    startMs: Math.max(0, startMs - offsetMs),
    endMs: Math.max(0, (starts[i + 1]?.startMs ?? startMs + LAST_MS) - offsetMs),
    role: '',
    text: said.text.trim(),
  }));
  return { title, cues: cues.filter(({ text }) => text !== ''), outside: cues.length > 0 ? outside : [] };
}
