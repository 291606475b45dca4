// The text editor with a script of 10 000 lines: the time of a key, to open the text, and memory, beside a plain text
// field in the same page.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { launch } from '../../tests/e2e/support/launch.ts';
import { residentMb } from '../../tests/e2e/support/memory.ts';
import { type Bench, type Figure, percentile } from './bench.ts';

const DEFAULT_LINES = 10_000;
const KEYS = { editor: 150, plain: 12 };
/** The text of the plain field, which does not stay usable with more. */
const PLAIN_BYTES = 100_000;
/** Pause before each key, so that the browser is idle. */
const REST_MS = 30;
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
    const emptyMb = await memoryMb(page);
    await page.getByRole('textbox', { name: 'Text to speak' }).focus();
    const alone = await type(page, KEYS.editor);
    await page.keyboard.press('ControlOrMeta+a');
    const openMs = await paste(page, text);
    const openedMb = await memoryMb(page);
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
      figure('editor, a sentence: key', 'ms', busy(alone), undefined, 'the floor of this computer'),
      ...toFigures(`editor, ${name}: key at the top`, atTop, ''),
      ...toFigures(`editor, ${name}: key at the end`, atEnd, note),
      figure(`editor, ${name}: open`, 'ms', [openMs], AIMS.openMs, 'pasted, until drawn'),
      figure(`editor, ${name}: memory`, 'MB', [openedMb - emptyMb], AIMS.memoryMb, 'more than empty, of the page'),
      figure('plain field, 100 kB: key', 'ms', busy(plain), undefined, ''),
      figure('editor beside it', '×', [median(atTop) / median(plain)], undefined, `${name} beside 100 kB`),
    ];
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

function lineOf(i: number): string {
  return `${['Anna', 'Ben', '旁白'][i % 3]}: line ${i} of a long script that is spoken by three people, one after another.`;
}

/** The effect of a key: the time that the page worked, and the time until the frame was drawn. */
type Answer = { busyMs: number; drawnMs: number };

declare global {
  interface Window {
    editorWatch: { answers: Answer[]; drawn: () => Promise<void>; lines: () => number };
  }
}

/** Notes for each key how long its events took and how long the frame after them; waiting for the frame is not work. */
async function watchKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const after = (act: () => void): void => {
      const channel = new MessageChannel();
      channel.port1.onmessage = act;
      channel.port2.postMessage(null);
    };
    const drawn = () => new Promise<void>((resolve) => requestAnimationFrame(() => after(resolve)));
    const editor = document.activeElement?.shadowRoot;
    window.editorWatch = { answers: [], drawn, lines: () => editor?.querySelectorAll('.cm-line').length ?? 0 };
    addEventListener(
      'keydown',
      () => {
        const begunAt = performance.now();
        let eventsMs = 0;
        after(() => {
          eventsMs = performance.now() - begunAt;
          requestAnimationFrame(() => {
            const frameAt = performance.now();
            after(() => {
              const now = performance.now();
              window.editorWatch.answers.push({ busyMs: eventsMs + now - frameAt, drawnMs: now - begunAt });
            });
          });
        });
      },
      { capture: true },
    );
  });
}

async function type(page: Page, count: number): Promise<Answer[]> {
  await page.evaluate(() => window.editorWatch.answers.splice(0));
  for (let i = 0; i < count; i++) {
    await page.waitForTimeout(REST_MS);
    await page.keyboard.press(i % 10 === 9 ? 'Backspace' : 'x');
    await page.waitForFunction((done) => window.editorWatch.answers.length > done, i, { polling: 10 });
  }
  return page.evaluate(() => window.editorWatch.answers);
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

/** Physical memory of the page's process after its garbage was collected. */
async function memoryMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  for (let i = 0; i < 2; i++) await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  const browser = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await browser?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  await browser?.detach();
  return Math.max(...processInfo.filter(({ type: kind }) => kind === 'renderer').map(({ id }) => residentMb(id)));
}

function toFigures(name: string, answers: readonly Answer[], note: string): Figure[] {
  return [
    {
      ...figure(name, 'ms', busy(answers), AIMS.keyMs, note),
      aimShare: 0.95,
    },
    figure(
      `${name}, until drawn`,
      'ms',
      answers.map(({ drawnMs }) => drawnMs),
      undefined,
      'waiting for the frame included',
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
  return percentile(busy(answers), 0.5);
}

function busy(answers: readonly Answer[]): number[] {
  return answers.map(({ busyMs }) => busyMs);
}
