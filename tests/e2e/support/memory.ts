// The memory of processes, on Linux, and of pages.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Physical memory that a process holds, in MiB. */
export function residentMb(pid: number): number {
  const [, kib = 'NaN'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

/** Everything that a page's JavaScript holds after its garbage was collected, texts included, as V8's snapshot. */
export async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const pieces: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => pieces.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return pieces.join('');
}
