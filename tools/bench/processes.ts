// The processes that a program has started, on Linux.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** `getconf CLK_TCK`. */
const TICKS_PER_S = 100;

/** `name` is the part that a process of a browser plays, or else its program. */
type Process = { id: number; parent: number; name: string; usedMs: number };

/** A process and all that it or those have started, with the processor time that each has used, in milliseconds. */
export function familyOf(pid: number): Process[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readStat);
  const family = new Set([pid]);
  // A process is listed after the one that started it.
  for (const { id, parent } of processes) if (family.has(parent)) family.add(id);
  return processes.filter(({ id }) => family.has(id));
}

/** As proc_pid_stat(5) has it; nothing of a process that has ended meanwhile. */
function readStat(name: string): Process[] {
  try {
    const [, parent, ...more] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [user = 0, system = 0] = more.slice(9, 11).map(Number);
    const usedMs = (1000 * (user + system)) / TICKS_PER_S;
    // Words are divided by NUL, and in programs that name themselves by spaces.
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
    const part = /--type=(?<part>[\w-]+)/.exec(command)?.groups?.part;
    const program = path.basename(/^[^\0 ]*/.exec(command)?.[0] ?? '');
    return [{ id: Number(name), parent: Number(parent), name: part ?? program, usedMs }];
  } catch {
    return [];
  }
}
