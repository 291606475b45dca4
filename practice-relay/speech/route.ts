// The speech operation over HTTP: POST /v1/audio/speech and the list of voices.

import type { Hono, MiddlewareHandler } from 'hono';
import { factsOfFormat } from '../../shared/speech/formats.ts';
import { DEFAULT_SPEECH_MODEL } from '../../shared/speech/limits.ts';
import { VOICES } from '../../shared/speech/voices.ts';
import { utf8ByteLength } from '../../shared/text/utf8.ts';
import { type RelayEnv, refuse } from '../errors.ts';
import { parseJsonBody } from '../request-body.ts';
import type { SpeechJob } from './job.ts';
import { CODES, parseSpeechRequest } from './request.ts';

/** The models of this operation. */
export const SPEECH_MODELS = [DEFAULT_SPEECH_MODEL] as const;

/** What the server provides to the routes. */
export type SpeechTools = {
  requireKey: MiddlewareHandler<RelayEnv>;
  /** Checks before an operation: key, pace, size of the body. */
  guards: readonly MiddlewareHandler<RelayEnv>[];
  speak: SpeechJob;
  /** Called with the size of the text, in UTF-8 bytes, for every request that is answered with audio. */
  onSpoken: (sizeBytes: number) => void;
};

/** Adds the routes of the speech operation to the relay. */
export function addSpeechRoutes(app: Hono<RelayEnv>, { requireKey, guards, speak, onSpoken }: SpeechTools): void {
  app.get('/v1/voices', requireKey, (c) =>
    c.json({ object: 'list', data: VOICES.map(({ key, ...facts }) => ({ id: key, object: 'voice', ...facts })) }),
  );

  const path = '/v1/audio/speech';
  for (const guard of guards) app.post(path, guard);
  app.post(path, async (c) => {
    const body = parseJsonBody(c.var.body);
    if (body === undefined)
      return refuse(c, { status: 400, message: 'The body is not valid JSON.', code: 'invalid_json' });
    const request = parseSpeechRequest(body);
    if (!request.ok) return refuse(c, request.error);

    // The first bytes decide between audio and an error, because the status line cannot be changed afterwards.
    const bytes = speak(request.data, c.var.closed);
    const first = await bytes.next();
    if (first.done) {
      const message = 'Nothing in input can be spoken.';
      return refuse(c, { status: 400, message, param: 'input', code: CODES.invalidText });
    }
    const { format, input } = request.data;
    onSpoken(utf8ByteLength(input));
    const headers = { 'content-type': factsOfFormat(format).mime, 'cache-control': 'no-store' };
    return c.body(toStream(first.value, bytes), 200, headers);
  });
}

/**
 * Creates a stream that is produced at the pace of its reader; when the reader cancels, the job ends. After an error
 * the server closes the connection and writes the error to stderr.
 */
function toStream(first: Uint8Array, rest: AsyncGenerator<Uint8Array, void>): ReadableStream {
  return new ReadableStream(
    {
      start: (controller) => controller.enqueue(first),
      pull: async (controller) => {
        const next = await rest.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: async () => {
        await rest.return();
      },
    },
    { highWaterMark: 0 },
  );
}
