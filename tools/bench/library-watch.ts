// What a page feels like while it is scrolled: frames, tasks, nodes and memory. Independent of what it shows.

import type { Page } from '@playwright/test';
import { amount } from './bench.ts';

/** What was seen between two moments: the longest task in ms (0: none over 50), frames, late ones, most elements. */
export type Seen = { longestTaskMs: number; frames: number; lateFrames: number; mostNodes: number };

/** A frame is late that comes after the time of two, at 60 in a second. */
const LATE_MS = 34;
const STEPS = amount(200, 5);
const STEP_PX = 400;
const STEP_MS = 16;

declare global {
  interface Window {
    watched: Seen & { isOn: boolean };
  }
}

/** Watches the page during `work`. @param counted the element whose descendants are counted */
export async function watch(page: Page, counted: string, work: () => Promise<void>): Promise<Seen> {
  await page.evaluate(
    ({ selector, lateMs }) => {
      const seen = { longestTaskMs: 0, frames: 0, lateFrames: 0, mostNodes: 0, isOn: true };
      window.watched = seen;
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longestTaskMs = Math.max(seen.longestTaskMs, duration);
      });
      observer.observe({ type: 'longtask' });
      let last = performance.now();
      const onFrame = (now: number): void => {
        if (!seen.isOn) {
          observer.disconnect();
          return;
        }
        seen.frames += 1;
        if (now - last > lateMs) seen.lateFrames += 1;
        last = now;
        seen.mostNodes = Math.max(seen.mostNodes, document.querySelectorAll(`${selector} *`).length);
        requestAnimationFrame(onFrame);
      };
      requestAnimationFrame(onFrame);
    },
    { selector: counted, lateMs: LATE_MS },
  );
  await work();
  return page.evaluate(async () => {
    // The last task is reported a moment later.
    await new Promise((resolve) => setTimeout(resolve, 200));
    window.watched.isOn = false;
    return { ...window.watched };
  });
}

/** Turns the wheel over the middle of the window. */
export async function turnWheel(page: Page): Promise<void> {
  await page.mouse.move(600, 400);
  for (let step = 0; step < STEPS; step++) {
    await page.mouse.wheel(0, STEP_PX);
    await page.waitForTimeout(STEP_MS);
  }
}

/** Drags through everything as a scroll bar does, in both directions. @param scroller what scrolls */
export async function dragBar(page: Page, scroller: string): Promise<void> {
  await page.evaluate(
    async ({ selector, steps }) => {
      const element = document.querySelector(selector);
      if (element === null) throw new Error('Nothing scrolls.');
      const far = element.scrollHeight - element.clientHeight;
      for (let step = 0; step <= 2 * steps; step++) {
        element.scrollTop = far * (step <= steps ? step / steps : 2 - step / steps);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    },
    { selector: scroller, steps: STEPS / 2 },
  );
}

/** The page's heap after a collection, in bytes. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
