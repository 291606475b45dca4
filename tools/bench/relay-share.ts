// The practice relay alone: the time of its reply without the app.

import { request } from 'undici';
import { speechBody } from '../../electron/relay/speech.ts';
import { DEFAULT_DIALECT, DEFAULT_MODELS } from '../../shared/connection/connections.ts';
import type { SpeechFormat } from '../../shared/speech/formats.ts';
import { DEFAULT_VOICE } from '../../shared/speech/limits.ts';
import { BUILT_RELAY, startPracticeProgram } from '../../tests/support/practice-program.ts';

const TARGET = { model: DEFAULT_MODELS.speech, dialect: DEFAULT_DIALECT };

/** A separate practice relay, the same program as the app's. */
export type LoneRelay = {
  /** Times from sending the app's request to the first and the last byte of the reply, in milliseconds. */
  measureReply: (text: string, format: SpeechFormat) => Promise<{ firstMs: number; wholeMs: number }>;
  stop: () => Promise<void>;
};

/** Starts the relay. */
export async function startLoneRelay(): Promise<LoneRelay> {
  const { base, stop } = await startPracticeProgram([], BUILT_RELAY);
  return {
    async measureReply(text, format) {
      const asked = { connectionId: '', text, voice: DEFAULT_VOICE, speed: 1, format, extras: {} };
      const body = JSON.stringify(speechBody(asked, TARGET));
      const began = performance.now();
      const reply = await request(`${base}/v1/audio/speech`, {
        method: 'POST',
        headers: { authorization: 'Bearer bench', 'content-type': 'application/json' },
        body,
      });
      let firstMs: number | undefined;
      for await (const _ of reply.body) firstMs ??= performance.now() - began;
      if (reply.statusCode !== 200 || firstMs === undefined) throw new Error(`The relay answered ${reply.statusCode}`);
      return { firstMs, wholeMs: performance.now() - began };
    },
    stop,
  };
}
