import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createProgressLine } from './progress-line.ts';

/** Returns the output while a download advances by a megabyte every `stepMs`, ten times. */
async function written(isTTY: boolean, stepMs: number, totalBytes: number | null): Promise<string> {
  let nowMs = 0;
  const output = Object.assign(new PassThrough(), { isTTY });
  const line = createProgressLine('Electron', output, () => nowMs);
  for (let megabytes = 1; megabytes <= 10; megabytes += 1) {
    nowMs += stepMs;
    line.show(megabytes * 1e6, totalBytes);
  }
  line.end();
  output.end();
  return text(output);
}

it('is an occasional line if lines cannot be rewritten, and the last state', async () => {
  expect(await written(false, 2000, 10e6)).toBe(
    'Electron: 1.0 of 10.0 MB (10 %), 0.5 MB/s\nElectron: 6.0 of 10.0 MB (60 %), 0.5 MB/s\nElectron: 10.0 of 10.0 MB (100 %), 0.5 MB/s\n',
  );
});

it('is one line on a terminal', async () => {
  const shown = await written(true, 200, null);
  expect(shown.split('\x1b[1G')).toHaveLength(11);
  expect(shown.endsWith('Electron: 10.0 MB, 5.0 MB/s\x1b[0K\n')).toBe(true);
  expect(shown.match(/\n/g)).toHaveLength(1);
});
