// Whatever becomes of one part of a reply, the other parts that were paid for are items, and no error calls them free.

import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { isJobOver } from '../../shared/app/job-states.ts';
import { editRequest } from '../../shared/testing/edit-request.ts';
import type { RecordedRequest, Script } from '../../tests/fakes/scripted-relay.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { startJobSide } from '../../tests/support/job-side.ts';
import { runs } from '../../tests/support/runs.ts';
import type { RelayHttp } from '../relay/http.ts';

const PICTURES = await Promise.all(
  Array.from({ length: 6 }, (_, index) =>
    sharp({ create: { width: 8 + index, height: 6, channels: 4, background: 'blue' } })
      .png()
      .toBuffer(),
  ),
);

/** What a relay can answer at the address of a result. */
const ANSWERS: Readonly<Record<string, Script>> = {
  '/redirect-malformed': (response) => response.writeHead(302, { location: 'http://[bad' }).end(),
  '/redirect-empty': (response) => response.writeHead(307, { location: '' }).end(),
  '/redirect-endless': (response) => response.writeHead(302, { location: '/redirect-endless' }).end(),
  '/redirect-script': (response) => response.writeHead(302, { location: 'javascript:alert(1)' }).end(),
  '/gone': (response) => response.writeHead(404).end(),
  '/gone?X-Amz-Expires=1e300': (response) => response.writeHead(404).end(),
  '/gone?X-Amz-Expires=0.0001': (response) => response.writeHead(404).end(),
  '/gone?expires=1e15': (response) => response.writeHead(404).end(),
  '/odd-status': (response) => response.writeHead(599).end('x'),
  '/hang-up': (response) => response.socket?.destroy(),
  '/cut': (response) => {
    response.writeHead(200, { 'content-length': '9999' });
    response.write('short', () => response.socket?.destroy());
  },
  '/bad-coding': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
  '/no-picture': (response) => response.writeHead(200).end('<p>sorry</p>'),
  '/empty': (response) => response.writeHead(200).end(),
};
/** Addresses whose fetching throws in the app itself. */
const BUGS = ['/bug', '/late-bug'];

const badPart = fc.oneof(
  fc.constantFrom(...Object.keys(ANSWERS), ...BUGS).map((url) => ({ url })),
  fc
    .constantFrom('http://[bad', 'file:///etc/passwd', 'data:image/png;base64,!!!!', 'data:', 'http://u:p@h/', 'blob:x')
    .map((url) => ({ url })),
  fc.constant({ b64_json: Buffer.from('this is no picture at all').toString('base64') }),
  fc.constantFrom('refused', { toString: 1 }, { code: 'x', message: null }).map((error) => ({ error })),
);

// promise billed-is-kept
it('keeps every paid part, whichever other part fails or throws, and calls none of it free', {
  timeout: 120_000,
}, async () => {
  const { relay, queue, store, replies, library, onBug, importPicture } = await startJobSide({ aroundHttp: faulty });
  const source = await importPicture(PICTURES[0] ?? Buffer.alloc(0));
  if (!source.ok) throw new Error('not stored');
  const { mediaId } = source.data;
  const isPost = ({ method }: RecordedRequest): boolean => method === 'POST';
  await fc.assert(
    fc.asyncProperty(
      fc.array(badPart, { minLength: 1, maxLength: 3 }),
      fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }),
      async (bad, places) => {
        const data: object[] = [...bad];
        for (const [index, place] of places.entries())
          data.splice(place, 0, { b64_json: PICTURES[index]?.toString('base64') });
        relay.answerWith((response, request) => {
          if (isPost(request)) return response.writeHead(200).end(JSON.stringify({ created: 1, data }));
          return ANSWERS[request.path]?.(response, request);
        });
        const { id } = await queue.add(
          'edit',
          editRequest({ form: 'multipart', options: { variations: data.length } }, mediaId),
        );
        await eventually(() => expect(queue.visible().filter(({ state }) => !isJobOver(state))).toEqual([]));
        const job = await store.find(id);
        if (job?.kind !== 'edit') throw new Error('no job');
        expect(job).toMatchObject({ state: 'done' });
        expect(job.itemIds).toHaveLength(places.length);
        expect(await library.getAll(job.itemIds)).toHaveLength(places.length);
        expect(job.error?.billed).not.toBe('no');
        expect(job.failures.map(({ error }) => error.billed)).not.toContain('no');
        expect((await replies()).some((reply) => reply.id === job.replyId)).toBe(true);
        await library.setTrashed([...job.itemIds, job.replyId ?? ''], true);
      },
    ),
    { numRuns: runs(40), endOnFailure: true },
  );
  for (const [error] of onBug.mock.calls) expect(String(error)).toContain('a bug');
});

it('keeps the other pictures when storing one of them throws', async () => {
  const { relay, queue, store, media, importPicture, reaches, onBug } = await startJobSide();
  const source = await importPicture(PICTURES[0] ?? Buffer.alloc(0));
  if (!source.ok) throw new Error('not stored');
  const data = PICTURES.slice(1, 4).map((bytes) => ({ b64_json: bytes.toString('base64') }));
  relay.answerWith((response) => response.writeHead(200).end(JSON.stringify({ data })));
  vi.spyOn(media, 'identify').mockRejectedValueOnce(new TypeError('a bug'));
  const asked = editRequest({ form: 'multipart', options: { variations: 3 } }, source.data.mediaId);
  const { id } = await queue.add('edit', asked);
  await reaches(id, 'done');
  const job = await store.find(id);
  expect(job).toMatchObject({
    itemIds: [`${id}-1`, `${id}-2`],
    failures: [{ index: 0, error: { billed: 'unknown' } }],
  });
  expect(job?.replyId).not.toBeNull();
  expect(onBug).toHaveBeenCalledOnce();
});

/** A client with bugs of its own: one throws before the reply, one while its body is read. */
function faulty(http: RelayHttp): RelayHttp {
  return {
    ...http,
    async call(call) {
      const { pathname } = new URL(call.url);
      if (pathname === '/bug') throw new TypeError('a bug');
      if (pathname !== '/late-bug') return http.call(call);
      const body = {
        // biome-ignore lint/correctness/useYield: it throws where the first bytes would be.
        async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
          throw new TypeError('a bug');
        },
        destroy(): void {
          throw new TypeError('a bug');
        },
      };
      return { ok: true, data: { status: 200, headers: {}, body } };
    },
  };
}
