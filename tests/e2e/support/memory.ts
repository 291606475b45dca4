// The memory of processes, on Linux.

import { readFileSync } from 'node:fs';

/** Physical memory that a process holds, in MiB. */
export function residentMb(pid: number): number {
  const [, kib = 'NaN'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}
