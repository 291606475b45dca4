// Fixtures for the picture worker's specs: its page in a real Chromium, and generated pictures.

import { expect, type Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import type {
  Composite,
  Difference,
  PictureFailure,
  PictureTaskName,
  PictureTasks,
  UsageCheck,
  WirePicture,
  WorkingPicture,
} from '../../renderer/images/pipeline/tasks-contract.ts';
import type { Result } from '../../shared/result.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { test as base, type LoadPage, reusePages } from './chromium.ts';
import type { DecodedBy } from './picture-page/picture-page.ts';
import { type ServedPage, servePage } from './serve-page.ts';

export { expect };

/** Decoded pixels, RGBA. */
export type Decoded = { data: Uint8Array; width: number; height: number; isOpaque: boolean };

type InputOf<Name extends PictureTaskName, Files extends string> = Omit<PictureTasks[Name]['input'], Files>;
type Answer<Output> = Promise<Result<Output, PictureFailure>>;

/** Runs the worker's tasks with files of this process. Bytes in answers are copied to this process too. */
export type PictureDriver = {
  page: Page;
  /** The duration of the last task, measured on the page. */
  lastMs: () => number;
  /** The progress that the last task reported, in order. */
  lastProgress: () => readonly number[];
  decode: (bytes: Uint8Array, how?: DecodedBy) => Promise<Decoded>;
  makeWorkingPicture: (bytes: Uint8Array, abortAfterMs?: number) => Answer<WorkingPicture>;
  makeWirePicture: (bytes: Uint8Array, input: InputOf<'makeWirePicture', 'bytes'>) => Answer<WirePicture>;
  makeWireMask: (coverage: Uint8Array, input: InputOf<'makeWireMask', 'coverage'>) => Answer<{ bytes: Uint8Array }>;
  composite: (
    files: {
      source: Uint8Array;
      result: Uint8Array;
      coverage?: Uint8Array | undefined;
      paintedBack?: Uint8Array | undefined;
    },
    input: InputOf<'composite', 'source' | 'result' | 'coverage' | 'paintedBack'>,
    abortAfterMs?: number,
  ) => Answer<Composite>;
  checkUsage: (
    files: { source: Uint8Array; result: Uint8Array },
    input: InputOf<'checkUsage', 'source' | 'result' | 'coverage'>,
  ) => Answer<UsageCheck>;
  makeAnnotatedImage: (
    files: { bytes: Uint8Array; coverage: Uint8Array },
    input: InputOf<'makeAnnotatedImage', 'bytes' | 'coverage'>,
  ) => Answer<{ bytes: Uint8Array }>;
  makeDifference: (
    files: { source: Uint8Array; result: Uint8Array; coverage?: Uint8Array },
    input: InputOf<'makeDifference', 'source' | 'result' | 'coverage'>,
  ) => Answer<Difference>;
};

type WorkerFixtures = {
  /** Additional command-line switches for the browser. */
  switches: string[];
  loadPage: LoadPage;
  served: { page: ServedPage; files: FileShelf };
};
type FileShelf = { add: (bytes: Uint8Array) => string; clear: () => void };

/** Playwright's test with the picture worker's page; every page must end without a CSP violation. */
export const test = base.extend<{ pictures: PictureDriver }, WorkerFixtures>({
  switches: [[], { option: true, scope: 'worker' }],
  loadPage: [
    async ({ switches }, use) => {
      const browser = await launchChromium(...switches);
      await use(reusePages(browser));
      await browser.close();
    },
    { scope: 'worker' },
  ],
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    async ({}, use) => {
      const extra: Record<string, { type: string; bytes: Uint8Array }> = {};
      let count = 0;
      const page = await servePage(new URL('picture-page', import.meta.url).pathname, extra);
      const files: FileShelf = {
        add: (bytes) => {
          const path = `/files/${count++}`;
          extra[path] = { type: 'application/octet-stream', bytes };
          return path;
        },
        clear: () => {
          for (const path of Object.keys(extra)) delete extra[path];
        },
      };
      await use({ page, files });
      await page.close();
    },
    { scope: 'worker' },
  ],
  pictures: async ({ loadPage, served }, use) => {
    const page = await loadPage(served.page.url);
    await use(driverOf(page, served.files));
    expect(await page.evaluate(() => window.picturePage.violations)).toEqual([]);
    served.files.clear();
  },
});

function driverOf(page: Page, shelf: FileShelf): PictureDriver {
  let lastMs = 0;
  let lastProgress: readonly number[] = [];
  const run = async (
    task: PictureTaskName,
    input: object,
    files: Record<string, Uint8Array | undefined>,
    abortAfterMs?: number,
  ): Promise<Result<never, PictureFailure>> => {
    const urls = Object.entries(files).flatMap(([name, bytes]) => (bytes ? [[name, shelf.add(bytes)] as const] : []));
    const { result, elapsedMs, progress } = await page.evaluate(
      ([name, rest, paths, limit]) => window.picturePage.run(name, rest, paths, limit),
      [task, input, Object.fromEntries(urls), abortAfterMs] as const,
    );
    lastMs = elapsedMs;
    lastProgress = progress;
    const answer = result as Result<{ bytes?: unknown }, PictureFailure>;
    if (answer.ok && typeof answer.data.bytes === 'string') {
      return { ok: true, data: { ...answer.data, bytes: fromBase64(answer.data.bytes) } as never };
    }
    return answer as Result<never, PictureFailure>;
  };
  return {
    page,
    lastMs: () => lastMs,
    lastProgress: () => lastProgress,
    decode: async (bytes, how = 'page') => {
      const sent = await page.evaluate(([path, by]) => window.picturePage.decode(path, by), [
        shelf.add(bytes),
        how,
      ] as const);
      return { ...sent, data: fromBase64(sent.data) };
    },
    makeWorkingPicture: (bytes, abortAfterMs) => run('makeWorkingPicture', {}, { bytes }, abortAfterMs),
    makeWirePicture: (bytes, input) => run('makeWirePicture', input, { bytes }),
    makeWireMask: (coverage, input) => run('makeWireMask', input, { coverage }),
    composite: (files, input, abortAfterMs) => run('composite', { coverage: null, ...input }, files, abortAfterMs),
    checkUsage: (files, input) => run('checkUsage', { coverage: null, ...input }, files),
    makeAnnotatedImage: (files, input) => run('makeAnnotatedImage', input, files),
    makeDifference: (files, input) => run('makeDifference', { coverage: null, ...input }, files),
  };
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

/** Pixels as sharp decodes them: RGBA, upright, sRGB. */
export async function decodeElsewhere(bytes: Uint8Array): Promise<Decoded> {
  const { data, info } = await sharp(bytes)
    .rotate()
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isOpaque = data.every((value, i) => i % 4 !== 3 || value === 255);
  return { data: new Uint8Array(data), width: info.width, height: info.height, isOpaque };
}

/** Noise in every channel, the same for the same seed. */
export function noise(width: number, height: number, channels: 3 | 4, seed = 1): Sharp {
  const data = new Uint8Array(width * height * channels);
  let state = seed * 2654435761;
  for (let i = 0; i < data.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    data[i] = state >>> 24;
  }
  return sharp(data, { raw: { width, height, channels } });
}

/** Similar to a photograph: smooth, with some grain. */
export function photo(width: number, height: number, seed = 1): Sharp {
  const data = new Uint8Array(width * height * 3);
  let state = seed;
  for (let y = 0, i = 0; y < height; y++) {
    const wave = Math.sin((y + seed * 50) / 90);
    for (let x = 0; x < width; x++) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      const grain = (state >>> 29) - 4;
      const slope = (x * 255) / width;
      data[i++] = Math.max(0, Math.min(255, slope + 40 * wave + grain));
      data[i++] = Math.max(0, Math.min(255, 128 + 100 * wave + grain));
      data[i++] = Math.max(0, Math.min(255, 255 - slope + grain));
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** How many pixels differ by more than `tolerance` in some channel; all of them if the sizes differ. */
export function countDifferent(a: Decoded, b: Decoded, tolerance = 0): number {
  if (a.width !== b.width || a.height !== b.height) return Math.max(a.data.length, b.data.length) / 4;
  let count = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    let isDifferent = false;
    for (let k = i; k < i + 4; k++) isDifferent ||= Math.abs((a.data[k] ?? 0) - (b.data[k] ?? 0)) > tolerance;
    if (isDifferent) count += 1;
  }
  return count;
}
