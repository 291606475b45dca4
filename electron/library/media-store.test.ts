import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { createMediaStore } from './media-store.ts';

it('the sweep takes what earlier runs left, not what is arriving now', async () => {
  const root = await tempFolder();
  const incoming = path.join(root, 'incoming');
  await mkdir(incoming);
  for (const name of ['left.part', 'needed.part']) await writeFile(path.join(incoming, name), 'bytes');
  const store = createMediaStore(root);
  // A picture's file has an id of its own, which belongs to no job.
  const file = await store.receive('arriving');
  await store.sweepIncoming((id) => id === 'needed');
  expect(await readdir(incoming)).toEqual(['arriving.part', 'needed.part']);
  await file.close();
});
