// The app's own picture worker in a real Chromium, controlled from here. Independent of the measurements.

import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext } from '@playwright/test';
import type {
  PictureFailure,
  PictureTaskName,
  PictureTasks,
} from '../../../renderer/images/pipeline/tasks-contract.ts';
import type { Result } from '../../../shared/result.ts';
import type { Run } from '../../../tests/browser/picture-page/picture-page.ts';
import { servePage } from '../../../tests/browser/serve-page.ts';
import { launchChromium } from '../../../tests/support/launch-chromium.ts';

/** The result of a task; bytes belong to this process. */
type TaskRun<Output> = { data: Output } & Pick<Run, 'elapsedMs' | 'longestPauseMs' | 'longestFrameMs' | 'longTasks'>;

/** Picture workers that run tasks, each on a separate page. */
export type WorkerPages = {
  open: () => Promise<WorkerPage>;
  close: () => Promise<void>;
};

/** One worker. */
export type WorkerPage = {
  composite: (
    files: { source: Uint8Array; result: Uint8Array; coverage?: Uint8Array },
    input: Omit<PictureTasks['composite']['input'], 'source' | 'result' | 'coverage'>,
  ) => Promise<TaskRun<PictureTasks['composite']['output']>>;
  /**
   * Cancels a composite that long after its start. @returns milliseconds until the worker has done another, tiny task
   */
  cancelComposite: (
    files: { source: Uint8Array; result: Uint8Array; coverage?: Uint8Array },
    input: Omit<PictureTasks['composite']['input'], 'source' | 'result' | 'coverage'>,
    afterMs: number,
  ) => Promise<number>;
  /** The peak memory of the page's process so far, in bytes; undefined if the system does not report it. */
  peakBytes: () => Promise<number | undefined>;
  close: () => Promise<void>;
};

/** Starts a browser for the pages of the worker. */
export async function startWorkerPages(): Promise<WorkerPages> {
  const files: Record<string, { type: string; bytes: Uint8Array }> = {};
  let count = 0;
  const served = await servePage(new URL('../../../tests/browser/picture-page', import.meta.url).pathname, files);
  const browser = await launchChromium();

  const open = async (): Promise<WorkerPage> => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(served.url);
    const serve = (given: Record<string, Uint8Array | undefined>): Record<string, string> => {
      const paths: Record<string, string> = {};
      for (const [name, bytes] of Object.entries(given)) {
        if (bytes === undefined) continue;
        const path = `/files/${count++}`;
        files[path] = { type: 'application/octet-stream', bytes };
        paths[name] = path;
      }
      return paths;
    };
    const forget = (paths: Record<string, string>): void => {
      for (const path of Object.values(paths)) delete files[path];
    };
    const run = async (
      task: PictureTaskName,
      input: object,
      given: Record<string, Uint8Array | undefined>,
    ): Promise<TaskRun<never>> => {
      const paths = serve(given);
      const ran = await page.evaluate(([name, rest, from]) => window.picturePage.run(name, rest, from), [
        task,
        input,
        paths,
      ] as const);
      forget(paths);
      const result = ran.result as Result<{ bytes: string }, PictureFailure>;
      if (!result.ok) throw new Error(`The task ended with ${result.error}.`);
      const data = { ...result.data, bytes: new Uint8Array(Buffer.from(result.data.bytes, 'base64')) };
      return { ...ran, data: data as never };
    };
    return {
      composite: (given, input) => run('composite', { coverage: null, ...input }, given),
      cancelComposite: async (given, input, afterMs) => {
        const paths = serve(given);
        const dot = serve({ coverage: new Uint8Array(1) });
        const freeAfterMs = await page.evaluate(
          async ([long, longPaths, abortAfterMs, short]) => {
            const { run: start } = window.picturePage;
            await start('composite', long, longPaths, abortAfterMs);
            const startMs = performance.now();
            await start('findMaskBoxes', { widthPx: 1, heightPx: 1 }, short);
            return performance.now() - startMs;
          },
          [{ coverage: null, ...input }, paths, afterMs, dot] as const,
        );
        forget({ ...paths, dot: dot.coverage ?? '' });
        return freeAfterMs;
      },
      peakBytes: () => peakOf(browser, context),
      close: () => context.close(),
    };
  };
  return {
    open,
    close: async () => {
      await browser.close();
      await served.close();
    },
  };
}

/** Peak resident memory of the largest renderer process, as counted by the kernel (Linux). */
async function peakOf(browser: Browser, context: BrowserContext): Promise<number | undefined> {
  if (process.platform !== 'linux' || context.pages().length === 0) return undefined;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  let peak: number | undefined;
  for (const { type, id } of processInfo) {
    if (type !== 'renderer') continue;
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
    peak = Math.max(peak ?? 0, kilobytes * 1024);
  }
  return peak;
}
