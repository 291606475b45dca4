// Whatever is sent, the reply is a success or one of the refusals of the relay API, never an internal error, and the
// relay keeps running.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SPEECH_FORMATS } from '../../shared/speech/formats.ts';
import { type PracticeProgram, startPracticeProgram } from '../support/practice-program.ts';
import { IMAGE_MODEL, maskOf, pictureOf, SPEECH_MODEL } from './client.ts';

/** An invalid request, or one that is too large. */
const REFUSALS = [400, 413];

async function expectRefusal(reply: Response): Promise<void> {
  expect(REFUSALS).toContain(reply.status);
  const { error } = (await reply.json()) as { error: { message: string; type: string } };
  expect(error).toMatchObject({ message: expect.stringMatching(/\(request id: .+\)$/), type: 'invalid_request_error' });
}

const paths = fc.constantFrom('/v1/audio/speech', '/v1/images/edits');
const oddText = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\u0000', '<speak>', 'a'.repeat(9999)));

/** How often the tests run. */
type Runs = {
  plain: number;
  /** For requests with pictures, which take longer. */
  pictures: number;
  timeLimitMs: number;
};

/** Declares the tests of a file. */
export function fuzzPracticeRelay({ plain, pictures, timeLimitMs }: Runs): void {
  let relay: PracticeProgram;
  beforeAll(async () => {
    relay = await startPracticeProgram();
  });
  afterAll(async () => {
    expect((await fetch(`${relay.base}/health`)).status).toBe(200);
    await relay.stop();
    expect(relay.stderr()).toBe('');
  });

  async function send(path: string, body: BodyInit, contentType?: string): Promise<void> {
    const headers = { authorization: 'Bearer any', ...(contentType !== undefined && { 'content-type': contentType }) };
    const reply = await fetch(relay.base + path, { method: 'POST', headers, body });
    if (reply.status !== 200) return expectRefusal(reply);
    const answer = await reply.text();
    const isAudio = reply.headers.get('content-type')?.startsWith('audio/');
    expect(answer).toMatch(isAudio ? /./s : /"data":\[\{|^(event|data): /);
  }

  test(
    'bytes of any type',
    async () => {
      const types = fc.constantFrom(
        'application/json',
        'multipart/form-data; boundary=x',
        'multipart/form-data',
        'a/b',
        '',
      );
      const multipart = fc.array(
        fc.constantFrom('--x', '\r\n', 'Content-Disposition: form-data; name="image"', '--', 'é'),
      );
      const bodies = fc.oneof(
        fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
        multipart.map((parts) => parts.join('')),
        fc.json(),
      );
      await fc.assert(
        fc.asyncProperty(paths, bodies, types, (path, body, type) => send(path, body, type)),
        { numRuns: plain },
      );
    },
    timeLimitMs,
  );

  test(
    'fields of any value',
    async () => {
      const speechFields = fc.record(
        {
          model: fc.constant(SPEECH_MODEL),
          input: fc.oneof(oddText, fc.jsonValue()),
          voice: fc.oneof(fc.constant('en_female_amanda_mars_bigtts'), fc.jsonValue()),
          response_format: fc.constantFrom(...SPEECH_FORMATS, null),
          format: fc.jsonValue(),
          speed: fc.oneof(fc.double(), fc.jsonValue()),
          metadata: fc.jsonValue(),
          pitch_ratio: fc.double({ min: 0, max: 4 }),
          volume_ratio: fc.oneof(fc.double({ min: 0, max: 4 }), fc.jsonValue()),
          language: oddText,
          emotion: oddText,
        },
        { requiredKeys: ['model'] },
      );
      const editFields = fc.record(
        {
          model: fc.constant(IMAGE_MODEL),
          prompt: fc.oneof(oddText, fc.jsonValue()),
          image: fc.oneof(
            fc.base64String(),
            fc.jsonValue(),
            fc.array(fc.oneof(fc.base64String(), fc.webUrl({ validSchemes: ['data'] }))),
          ),
          size: fc.oneof(fc.constant('1920x1920'), oddText, fc.jsonValue()),
          stream: fc.oneof(fc.boolean(), fc.jsonValue()),
          watermark: fc.oneof(fc.boolean(), fc.jsonValue()),
          response_format: fc.jsonValue(),
        },
        { requiredKeys: ['model'] },
      );
      await fc.assert(
        fc.asyncProperty(fc.oneof(speechFields, editFields), (fields) =>
          send(fields.model === SPEECH_MODEL ? '/v1/audio/speech' : '/v1/images/edits', JSON.stringify(fields)),
        ),
        { numRuns: plain },
      );
    },
    timeLimitMs,
  );

  test(
    'damaged pictures and masks in forms',
    async () => {
      const files = await Promise.all([pictureOf('48x48'), maskOf('48x48', 0)]);
      const damage = fc.record({ at: fc.nat(), to: fc.nat(255), cut: fc.nat(), isCut: fc.boolean() });
      const damaged = ([file, hits]: [Buffer, { at: number; to: number; cut: number; isCut: boolean }[]]): Blob => {
        const bytes = new Uint8Array(file);
        let end = bytes.length;
        for (const { at, to, cut, isCut } of hits) {
          bytes[at % bytes.length] = to;
          if (isCut) end = cut % bytes.length;
        }
        return new Blob([bytes.subarray(0, end)]);
      };
      const blobs = fc.tuple(fc.constantFrom(...files), fc.array(damage, { maxLength: 3 })).map(damaged);
      const parts = fc.tuple(
        fc.constantFrom('image', 'image[]', 'mask', 'size', 'n', 'other'),
        fc.oneof(blobs, oddText),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(parts, { maxLength: 4 }), oddText, blobs, (extra, prompt, image) => {
          const form = new FormData();
          form.append('model', IMAGE_MODEL);
          form.append('prompt', `erase, blur, 换成图2 ${prompt}`);
          form.append('output_format', 'jpeg');
          form.append('image', image);
          for (const [name, value] of extra) form.append(name, value);
          return send('/v1/images/edits', form);
        }),
        { numRuns: pictures },
      );
    },
    timeLimitMs,
  );
}
