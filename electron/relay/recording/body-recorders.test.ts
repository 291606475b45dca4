import { createHash } from 'node:crypto';
import fc from 'fast-check';
import sharp from 'sharp';
import { FormData, Response } from 'undici';
import { describe, expect, it } from 'vitest';
import { createFormRecorder } from './form-body.ts';
import { type BodyRecorder, createJsonRecorder } from './json-body.ts';

const MAX = 64 * 1024;
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
      background: '',
    },
  })
    .png()
    .toBuffer();
const factsOf = (bytes: Uint8Array, name: string, type = 'png') => ({
  name,
  type,
  sizeBytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Where a body is split, as fractions of its length. */
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
function record<T>(recorder: BodyRecorder<T>, body: Uint8Array, at: readonly number[]): T {
  const places = [0, ...at.map((share) => Math.round(share * body.length)).sort((a, b) => a - b), body.length];
  for (const [index, start] of places.entries()) recorder.push(body.subarray(start, places[index + 1] ?? body.length));
  return recorder.end();
}

describe('a JSON body', () => {
  it('keeps its text, and the kind, size and digest of each picture, however it was split', async () => {
    const picture = await noise(64);
    const text = {
      model: 'm',
      prompt: 'with "quotes", \\ and 字',
      long: 'word '.repeat(900),
      almost: 'A'.repeat(5000),
    };
    const dataUrl = `data:image/png;base64,${picture.toString('base64')}`;
    const body = Buffer.from(JSON.stringify({ ...text, image: [dataUrl, picture.toString('base64')], n: 1 }));
    const head = JSON.stringify(text).slice(0, -1);
    fc.assert(
      fc.property(cuts, (at) => {
        expect(record(createJsonRecorder(MAX), body, at)).toEqual({
          segments: [
            `${head},"image":["data:image/png;base64,`,
            factsOf(picture, 'image-1.png'),
            '","',
            factsOf(picture, 'image-2.png'),
            '"],"n":1}',
          ],
          isCut: false,
        });
      }),
    );
  });

  it('without pictures is kept as it was sent, whatever its content', () => {
    fc.assert(
      fc.property(fc.jsonValue(), cuts, (value, at) => {
        const text = JSON.stringify(value);
        const { segments } = record(createJsonRecorder(MAX * 100), Buffer.from(text), at);
        expect(segments.join('')).toBe(text);
      }),
    );
  });

  it('that is very long is truncated, and marked as such', () => {
    const body = Buffer.from(JSON.stringify({ input: '字'.repeat(40_000) }));
    const { segments, isCut } = record(createJsonRecorder(1000), body, []);
    expect([Buffer.byteLength(segments.join('')) <= 1002, isCut]).toEqual([true, true]);
  });
});

describe('a multipart body', () => {
  it('keeps fields and the facts of files, however it was split', async () => {
    const picture = await noise(48);
    const tricky = Buffer.concat([Buffer.from('\r\n--'), picture, Buffer.from('\r\n----\r\n\r\n')]);
    const form = new FormData();
    form.append('model', 'm');
    form.append('prompt', 'line one\r\nline two 字 --');
    form.append('empty', '');
    form.append('image', new Blob([picture], { type: 'image/png' }), 'image-1.png');
    form.append('image', new Blob([tricky]), 'other.bin');
    const body = new Uint8Array(await new Response(form).arrayBuffer());
    fc.assert(
      fc.property(cuts, (at) => {
        expect(record(createFormRecorder(MAX), body, at)).toMatchObject({
          parts: [
            { name: 'model', value: 'm' },
            { name: 'prompt', value: 'line one\r\nline two 字 --' },
            { name: 'empty', value: '' },
            { name: 'image', value: factsOf(picture, 'image-1.png') },
            { name: 'image', value: factsOf(tricky, 'other.bin', '') },
          ],
          isCut: false,
        });
      }),
    );
  });
});
