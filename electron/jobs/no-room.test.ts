// A request whose reply may not fit on the disk is refused before anything is sent.

import sharp from 'sharp';
import { expect, it } from 'vitest';
import { appError } from '../../shared/errors.ts';
import { fail } from '../../shared/result.ts';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { replies } from '../../tests/fakes/scripted-relay.ts';
import { startJobSide } from '../../tests/support/job-side.ts';

const BLANK = { create: { width: 8, height: 6, channels: 3, background: 'red' } } as const;
const noRoom = appError('storage.no_room', { neededBytes: 9, freeBytes: 1 });

it('speech: nothing is sent or billed, and the room asked for follows the text', async () => {
  const asked: number[] = [];
  const reserve = async (bytes: number) => {
    asked.push(bytes);
    return fail(noRoom);
  };
  const { queue, relay, store, reaches } = await startJobSide({ reserve });
  relay.answerWith(replies.audio(new Uint8Array(8)));
  const request = { connectionId: 'c', voice: null, speed: 1, format: 'pcm' as const, extras: {} };
  for (const text of ['a'.repeat(14), 'a'.repeat(140)]) {
    const { id } = await queue.add('speech', { ...request, text });
    await reaches(id, 'failed');
    expect((await store.find(id))?.error).toEqual(noRoom);
  }
  // One second and ten seconds of speech.
  expect(asked).toEqual([96_000, 960_000]);
  expect(relay.requests).toEqual([]);
});

it('edits: the room asked for follows the size and the number of pictures', async () => {
  const asked: number[] = [];
  const { queue, relay, importPicture, reaches } = await startJobSide({
    reserve: async (bytes) => {
      asked.push(bytes);
      return fail(noRoom);
    },
  });
  const picture = await importPicture(await sharp(BLANK).png().toBuffer());
  if (!picture.ok) throw new Error('not stored');
  const request = editRequest({ options: { size: '2048x2048', variations: 2 } }, picture.data.mediaId);
  const { id } = await queue.add('edit', request);
  await reaches(id, 'failed');
  expect(asked).toEqual([2048 * 2048 * 3 * 2]);
  expect(relay.requests).toEqual([]);
});
