import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pcmTone, replies } from '../../tests/fakes/scripted-relay.ts';
import { startJobSide } from '../../tests/support/job-side.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { noTraces } from '../../tests/support/untraced.ts';
import { createDragOut } from './drag-out.ts';

/** A library with two takes of the same text. */
async function start() {
  const side = await startJobSide();
  side.relay.answerWith(replies.audio(pcmTone(0.1)));
  for (const voice of ['zh_female_cancan_mars_bigtts', null]) {
    const request = { connectionId: 'own', text: 'Good morning.', voice, speed: 1, format: 'pcm' as const, extras: {} };
    await side.reaches((await side.queue.add('speech', request)).id, 'done');
  }
  return { ...side, takes: (await side.items()).toReversed(), folder: await tempFolder() };
}

test('a dragged copy is marked if that is wanted, but has no record; the stored file stays', async () => {
  const { takes, library, folder } = await start();
  const provenance = { choices: () => ({ hasMark: true, hasRecord: true }), appVersion: '1' };
  const drag = createDragOut(path.join(folder, 'drag-out'), library.media, provenance);
  const { paths, files } = await drag.prepare(takes);
  expect(files).toEqual(paths.map((file) => ({ name: path.basename(file), mark: 'written', recordError: null })));
  for (const file of paths) {
    expect(await readFile(file, 'latin1')).toContain('DigitalSourceType');
    expect(await readdir(path.dirname(file))).toHaveLength(1);
  }
  const [take] = takes;
  const stored = take?.kind === 'speech' ? await library.media(take.mediaId) : undefined;
  expect(await readFile(stored?.path ?? '', 'latin1')).not.toContain('DigitalSourceType');
});

test('a dragged file is a copy with a readable name, deleted by the sweep', async () => {
  const { takes, library, folder } = await start();
  const drag = createDragOut(path.join(folder, 'drag-out'), library.media, noTraces);
  const { paths: files } = await drag.prepare(takes);
  expect(files.map((file) => path.basename(file))).toEqual([
    expect.stringMatching(/^Good morning\. – .*Shiny\.wav$/),
    'Good morning.wav',
  ]);
  expect((await readFile(files[0] ?? '')).subarray(0, 4).toString()).toBe('RIFF');
  await drag.sweep();
  expect(await readdir(folder)).toEqual([]);
});
