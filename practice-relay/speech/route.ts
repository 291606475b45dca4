// The speech operation over HTTP: POST /v1/audio/speech and the list of voices. Knows no synthesis and no encoding.

import type { Hono, MiddlewareHandler } from 'hono';
import { audioMime, SPEECH_FORMATS } from '../../shared/speech/formats.ts';
import { DEFAULT_SPEECH_MODEL, DEFAULT_VOICE } from '../../shared/speech/limits.ts';
import { findVoice, VOICES } from '../../shared/speech/voices.ts';
import { type RelayEnv, refuse } from '../errors.ts';
import type { Encode } from './encoders/encoder.ts';
import { ENCODERS } from './encoders.ts';
import { CODES, parseSpeechRequest } from './request.ts';
import type { Speak } from './synthesis.ts';

/** The models this operation serves. */
export const SPEECH_MODELS = [DEFAULT_SPEECH_MODEL] as const;

/** What the server lends the routes. */
export type SpeechTools = {
  requireKey: MiddlewareHandler<RelayEnv>;
  limitJson: MiddlewareHandler<RelayEnv>;
  speak: Speak;
};

/** Adds the routes of the speech operation to the relay. */
export function addSpeechRoutes(app: Hono<RelayEnv>, { requireKey, limitJson, speak }: SpeechTools): void {
  app.get('/v1/voices', requireKey, (c) =>
    c.json({ object: 'list', data: VOICES.map(({ key, ...facts }) => ({ id: key, object: 'voice', ...facts })) }),
  );

  app.post('/v1/audio/speech', requireKey, limitJson, async (c) => {
    const body = parseJson(await c.req.text());
    if (body === undefined)
      return refuse(c, { status: 400, message: 'The body is not valid JSON.', code: 'invalid_json' });
    const request = parseSpeechRequest(body);
    if (!request.ok) return refuse(c, request.error);

    // The first samples decide between audio and an error: after the status line there is no way back.
    const samples = speak(request.data);
    const first = await samples.next();
    if (first.done) {
      const message = 'Nothing in input can be spoken.';
      return refuse(c, { status: 400, message, param: 'input', code: CODES.invalidText });
    }
    const { format } = request.data;
    const bytes = ENCODERS[format](prepend(first.value, samples));
    return c.body(toStream(bytes), 200, { 'content-type': audioMime(format), 'cache-control': 'no-store' });
  });
}

/** Says a word in every format, so that the first request finds everything loaded. */
export async function warmUp(speak: Speak): Promise<void> {
  const voice = findVoice(DEFAULT_VOICE);
  if (!voice) throw new Error(`The default voice ${DEFAULT_VOICE} is not published.`);
  for (const format of SPEECH_FORMATS) {
    const samples = speak({ input: 'Hello, 你好。', voice, speed: 1, volumeRatio: 1, pitchRatio: 1 });
    for await (const _ of ENCODERS[format](samples));
  }
}

/**
 * A stream made at the pace of its reader; a reader that leaves ends the encoder, which ends the synthesis. After an
 * error the server cuts the connection and writes the error to stderr.
 */
function toStream(bytes: ReturnType<Encode>): ReadableStream {
  return new ReadableStream(
    {
      pull: async (controller) => {
        const next = await bytes.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: async () => {
        await bytes.return();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* prepend<T>(first: T, rest: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return();
  }
}

/** The parsed text; undefined, which JSON cannot express, when it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
