import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

/** Prints the signals it receives; SIGTERM is the last. */
const COUNTER = `
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => console.log(signal));
  process.on('SIGTERM', () => { console.log('SIGTERM'); process.exit(0); });
  setInterval(() => undefined, 1000);
  console.log('started');`;
const STARTER = `
  import { startInForeground } from ${JSON.stringify(join(import.meta.dirname, 'foreground.ts'))};
  const program = { file: process.execPath, args: ['--eval', ${JSON.stringify(COUNTER)}], env: process.env };
  const child = startInForeground(program);
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code));`;

it.skipIf(process.platform === 'win32')(
  'Ctrl+C in a terminal, which goes to the whole group, reaches the program once',
  async () => {
    const group = spawn(process.execPath, ['--input-type=module', '--eval', STARTER], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    for await (const line of createInterface({ input: group.stdout })) {
      lines.push(line);
      const next = { started: 'SIGINT', SIGINT: 'SIGHUP', SIGHUP: 'SIGTERM' }[line];
      if (next) process.kill(-Number(group.pid), next as NodeJS.Signals);
    }
    expect(lines).toEqual(['started', 'SIGINT', 'SIGHUP', 'SIGTERM']);
  },
);
