// Slows a program and all it has started down to about half, on Linux: they are stopped for half of the time. So a
// benchmark can be asked whether it notices. It runs as a process of its own: `node brake.ts PID`.

import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { familyOf } from './processes.ts';

/** How long they run, and how long they stand, in milliseconds. */
const PULSE_MS = 4;
/** Processes that were started meanwhile are found after so many pulses. */
const LOOK_AFTER = 25;

/** Slows this process, and all it starts. @returns ends that */
export function brake(): () => void {
  const child = spawn(process.execPath, [import.meta.filename, String(process.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  return () => child.stdin?.end();
}

async function brakeUntilTold(pid: number): Promise<void> {
  let isOver = false;
  // Told, or the program has ended.
  process.stdin.resume().on('end', () => {
    isOver = true;
  });
  let family: number[] = [];
  const signal = (name: NodeJS.Signals): void => {
    for (const id of family) {
      try {
        process.kill(id, name);
      } catch {
        // It has ended.
      }
    }
  };
  for (let pulse = 0; !isOver; pulse++) {
    if (pulse % LOOK_AFTER === 0) family = familyOf(pid).flatMap(({ id }) => (id === process.pid ? [] : [id]));
    signal('SIGSTOP');
    await setTimeout(PULSE_MS);
    signal('SIGCONT');
    await setTimeout(PULSE_MS);
  }
}

if (import.meta.main) await brakeUntilTold(Number(process.argv[2]));
