// The memory of a page.

import type { Page } from '@playwright/test';
import { residentMb } from '../../tests/e2e/support/memory.ts';

/** Physical memory of the page's process, in MiB, after its garbage was collected. */
export async function pageMemoryMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  for (let i = 0; i < 2; i++) await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  const browser = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await browser?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  await browser?.detach();
  return Math.max(...processInfo.filter(({ type: kind }) => kind === 'renderer').map(({ id }) => residentMb(id)));
}
