// The text editor with a script of 10 000 lines: the processor time of a key until its frame, to open the text, and
// memory, beside a plain text field in the same page.

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { launch } from '../../tests/e2e/support/launch.ts';
import { amount, type Bench, type Figure, percentile } from './bench.ts';
import { pageMemoryMb } from './page-memory.ts';

const DEFAULT_LINES = amount(10_000, 300);
const KEYS = { editor: 150, plain: 12 };
/** The text of the plain field, which does not stay usable with more. */
const PLAIN_BYTES = 100_000;
/** Pause before each key, so that the browser is idle. */
const REST_MS = 30;
/** Pause before typing: what follows a pasted text, saving it too, is over then. */
const SETTLE_MS = 3000;
const MARKS = { key: 'bench-key', frame: 'bench-frame' };
/** A task in Chromium's trace. */
const TASK = 'ThreadControllerImpl::RunTask';
const AIMS = { keyMs: 16, openMs: 1000, memoryMb: 150 };

/** Types into a text of `--lines`, or into one line of `--line` characters. */
export const benchEditor: Bench = async (flags) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-bench-'));
  const app = await launch({ userData: path.join(folder, 'user-data'), saveDir: folder });
  const { page } = app;
  const lines = flags.get('lines') ?? DEFAULT_LINES;
  const script = Array.from({ length: lines }, (_, i) => lineOf(i)).join('\n');
  const lineLength = flags.get('line');
  const text = lineLength === undefined ? script : script.replaceAll('\n', ' ').slice(0, lineLength);
  const name = lineLength === undefined ? `${lines} lines` : `one line of ${lineLength}`;
  try {
    await watchKeys(page);
    const emptyMb = await pageMemoryMb(page);
    await page.getByRole('textbox', { name: 'Text to speak' }).focus();
    const alone = await type(page, KEYS.editor);
    await page.keyboard.press('ControlOrMeta+a');
    const openMs = await paste(page, text);
    const openedMb = await pageMemoryMb(page);
    await page.keyboard.press('ControlOrMeta+Home');
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowDown');
    const atTop = await type(page, KEYS.editor);
    await page.keyboard.press('ControlOrMeta+End');
    const atEnd = await type(page, KEYS.editor);
    const dom = await page.evaluate(() => window.editorWatch.lines());
    await addPlain(page, text.slice(0, PLAIN_BYTES));
    const plain = await type(page, KEYS.plain);
    const note = `${dom} lines in the DOM at the end`;
    return [
      ...toFigures('editor, a sentence: key', alone, 'the floor of this computer'),
      ...toFigures(`editor, ${name}: key at the top`, atTop, ''),
      ...toFigures(`editor, ${name}: key at the end`, atEnd, note),
      figure(`editor, ${name}: open`, 'ms', [openMs], AIMS.openMs, 'pasted, until drawn'),
      figure(`editor, ${name}: memory`, 'MB', [openedMb - emptyMb], AIMS.memoryMb, 'more than empty, of the page'),
      figure('plain field, 100 kB: key', 'ms', cpu(plain.answers), undefined, ''),
      figure(
        'editor beside it',
        '×',
        [median(atTop.answers) / median(plain.answers)],
        undefined,
        `${name} beside 100 kB`,
      ),
    ];
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

function lineOf(i: number): string {
  return `${['Anna', 'Ben', '旁白'][i % 3]}: line ${i} of a long script that is spoken by three people, one after another.`;
}

/** The effect of a key: processor time of the page's thread until its frame is drawn, and the time by the clock. */
type Answer = { cpuMs: number; drawnMs: number };
/** The answers to keys, and the processor time of the longest task meanwhile. */
type Typed = { answers: readonly Answer[]; longestMs: number };

declare global {
  interface Window {
    editorWatch: { drawnMs: number[]; drawn: () => Promise<void>; lines: () => number };
  }
}

/** Marks each key and the beginning of its frame for the trace, and notes when the frame was drawn. */
async function watchKeys(page: Page): Promise<void> {
  await page.evaluate((marks) => {
    const after = (act: () => void): void => {
      const channel = new MessageChannel();
      channel.port1.onmessage = act;
      channel.port2.postMessage(null);
    };
    const drawn = () => new Promise<void>((resolve) => requestAnimationFrame(() => after(resolve)));
    const editor = document.activeElement?.shadowRoot;
    window.editorWatch = { drawnMs: [], drawn, lines: () => editor?.querySelectorAll('.cm-line').length ?? 0 };
    const onKey = ({ timeStamp }: KeyboardEvent): void => {
      performance.mark(marks.key);
      requestAnimationFrame(() => {
        performance.mark(marks.frame);
        after(() => window.editorWatch.drawnMs.push(performance.now() - timeStamp));
      });
    };
    addEventListener('keydown', onKey, { capture: true });
  }, MARKS);
}

/** Types keys, each when the one before is drawn, once the page has nothing left to do. */
async function type(page: Page, count: number): Promise<Typed> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.waitForTimeout(SETTLE_MS);
  await page.evaluate(() => window.editorWatch.drawnMs.splice(0));
  const events = await traced(page, async () => {
    for (let i = 0; i < count; i++) {
      await page.waitForTimeout(REST_MS);
      await page.keyboard.press(i % 10 === 9 ? 'Backspace' : 'x');
      await page.waitForFunction((done) => window.editorWatch.drawnMs.length > done, i, { polling: 10 });
    }
  });
  const drawnMs = await page.evaluate(() => window.editorWatch.drawnMs);
  const { keysMs, longestMs } = workOf(events);
  return { answers: keysMs.map((cpuMs, key) => ({ cpuMs, drawnMs: drawnMs[key] ?? Number.NaN })), longestMs };
}

/** An event of Chromium's trace; times in microseconds. `tdur` is processor time of its thread. */
type TraceEvent = { name: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number };

/** Runs something and returns the tasks and marks of the browser meanwhile. */
async function traced(page: Page, run: () => Promise<void>): Promise<TraceEvent[]> {
  const browser = await page.context().browser()?.newBrowserCDPSession();
  if (browser === undefined) throw new Error('The page has no browser.');
  const events: TraceEvent[] = [];
  browser.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const traceConfig = { includedCategories: ['toplevel', 'blink.user_timing'] };
  await browser.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await run();
  const complete = new Promise((resolve) => browser.once('Tracing.tracingComplete', resolve));
  await browser.send('Tracing.end');
  await complete;
  await browser.detach();
  return events;
}

/**
 * The processor time of each key: that of all tasks of the page's thread from the one with the key to the one with its
 * frame, whatever they did. It does not depend on what else the computer does.
 */
function workOf(events: readonly TraceEvent[]): { keysMs: number[]; longestMs: number } {
  const [first] = events.filter(({ name }) => name === MARKS.key);
  const tasks = events
    .filter(({ name, pid, tid }) => name === TASK && pid === first?.pid && tid === first.tid)
    .sort((a, b) => a.ts - b.ts);
  const taskOf = (mark: TraceEvent): number =>
    tasks.findIndex(({ ts, dur = 0 }) => ts <= mark.ts && mark.ts <= ts + dur);
  const workMs = (some: readonly TraceEvent[]): number => some.reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0);
  const marks = (wanted: string): TraceEvent[] =>
    events.filter(({ name }) => name === wanted).sort((a, b) => a.ts - b.ts);
  const frames = marks(MARKS.frame);
  const keysMs = marks(MARKS.key).map((key, index) => {
    const frame = frames[index];
    return frame === undefined ? Number.NaN : workMs(tasks.slice(taskOf(key), taskOf(frame) + 1));
  });
  return { keysMs, longestMs: Math.max(...tasks.map((task) => workMs([task]))) };
}

/** Pastes a text into what has the focus. Returns the time until it was drawn, in milliseconds. */
function paste(page: Page, text: string): Promise<number> {
  return page.evaluate(async (pasted) => {
    let target = document.activeElement;
    while (target?.shadowRoot?.activeElement) target = target.shadowRoot.activeElement;
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const begunAt = performance.now();
    target?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
    );
    await window.editorWatch.drawn();
    return performance.now() - begunAt;
  }, text);
}

/** Covers the window with a plain text field of the same look. */
async function addPlain(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => {
    const field = document.createElement('textarea');
    field.spellcheck = false;
    field.style.cssText = 'position:fixed;inset:0;z-index:9;padding:40px 25%;font-size:17px;line-height:1.7';
    field.value = value;
    document.body.append(field);
    field.focus();
    field.setSelectionRange(2000, 2000);
  }, text);
  await page.evaluate(() => window.editorWatch.drawn());
}

function toFigures(name: string, { answers, longestMs }: Typed, note: string): Figure[] {
  return [
    { ...figure(name, 'ms', cpu(answers), AIMS.keyMs, note), aimShare: 0.95 },
    figure(`${name}, longest task`, 'ms', [longestMs], undefined, 'saving, and working out the lines, included'),
    figure(
      `${name}, until drawn`,
      'ms',
      answers.map(({ drawnMs }) => drawnMs),
      undefined,
      `by the clock, waiting for the frame included; load ${loadavg()[0]?.toFixed(1)}`,
    ),
  ];
}

function figure(
  name: string,
  unit: Figure['unit'],
  samples: readonly number[],
  aim: number | undefined,
  note: string,
): Figure {
  return { name, unit, samples, note, ...(aim !== undefined && { aim }) };
}

function median(answers: readonly Answer[]): number {
  return percentile(cpu(answers), 0.5);
}

function cpu(answers: readonly Answer[]): number[] {
  return answers.map(({ cpuMs }) => cpuMs);
}
