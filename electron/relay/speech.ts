// One speech request: its body, and the call that sends it. Independent of files and windows.

import { endpoint } from '../../shared/connection/base-url.ts';
import type { Dialect } from '../../shared/connection/connections.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, type Result } from '../../shared/result.ts';
import { FORMAT_FACTS } from '../../shared/speech/formats.ts';
import { speechProblem } from '../../shared/speech/limits.ts';
import type { Reach } from './agents.ts';
import { readErrorReply } from './error-reply.ts';
import type { RelayHttp } from './http.ts';
import { type ReplyWatcher, readStored, receiveReply, type StoredReply, storedHead } from './received-reply.ts';
import { errorFromReply } from './reply-errors.ts';
import { leadsToSound, readSpeechReply, type SpeechArrival, type SpeechReplyTools } from './speech-reply.ts';

/** The recipient of a request. `model` is the connection's speech model. */
export type SpeechTarget = {
  baseUrl: string;
  key: string;
  model: string;
  dialect: Dialect;
  /** Origins beside the relay's own that sound may be fetched from without https. */
  allowedOrigins?: readonly string[];
  reach: Reach;
};

/** The events a caller observes. A rejected `onAudio` ends the request; its error is rethrown. */
export type SpeechWatcher = ReplyWatcher & {
  signal: AbortSignal;
  /** @param sentBytes size of the body. */
  onSent: (sentBytes: number) => void;
  /**
   * Audio in order, as soon as its kind is known, while the bytes it came in are stored; those of fetched sound are not.
   */
  onAudio: SpeechReplyTools['onAudio'];
  /** Waits before sound is fetched again, in milliseconds. */
  fetchAgainMs?: readonly number[];
  /** Called with an exception that fetching brought out. */
  onBug?: (error: unknown) => void;
};

/** Why a request failed. `cancelled` only if the caller's own signal was aborted. */
export type SpeechFailure = AppError | 'cancelled';

/**
 * Sends one POST /v1/audio/speech (relay API §4.1) and reads the reply. It is never repeated. A request that breaks the
 * contract's rules is refused before anything is sent. Sound that is returned as an address is fetched immediately,
 * without the key. A failure after audio has started to arrive is `reply.cut` or
 * `reply.broken_off`: the caller keeps what `onAudio` received.
 */
export async function requestSpeech(
  http: RelayHttp,
  target: SpeechTarget,
  request: SpeechRequest,
  watcher: SpeechWatcher,
): Promise<Result<SpeechArrival, SpeechFailure>> {
  const problem = speechProblem(request);
  if (problem) return fail(appError('input.invalid', { field: problem }));
  const body = JSON.stringify(speechBody(request, target));
  const askedUrl = speechAddress(target);
  const sent = await http.call({
    method: 'POST',
    url: askedUrl,
    headers: { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' },
    body,
    timeoutMs: target.dialect.speechTimeoutS * 1000,
    signal: watcher.signal,
    reach: target.reach,
    onSent: () => watcher.onSent(Buffer.byteLength(body)),
  });
  if (!sent.ok)
    return fail(sent.error.code === 'cancelled' ? 'cancelled' : appError(sent.error.code, sent.error.details));
  try {
    const reply = sent.data;
    const { signal, fetchAgainMs, onBug = rethrow, onAudio } = watcher;
    const { key, allowedOrigins = [] } = target;
    const results = { http, allowedOrigins, signal, onBug, ...(fetchAgainMs && { fetchAgainMs }) };
    const tools = { asked: request.format, key, askedUrl, results, onAudio };
    const result =
      (reply.status >= 200 && reply.status < 300) || leadsToSound(reply)
        ? await receiveReply(reply, watcher, (body) => readSpeechReply(reply, body, tools))
        : fail(errorFromReply(await readErrorReply(reply), target.key, askedUrl));
    return watcher.signal.aborted ? fail('cancelled') : result;
  } finally {
    sent.data.body.destroy();
  }
}

/**
 * Reads the stored bytes of a reply again, as `requestSpeech` read them: after an interruption, or because its audio is
 * not what was received byte for byte. Sends no request; sound that the reply names by its address is fetched.
 */
export function rereadSpeech(stored: StoredReply, tools: SpeechReplyTools): Promise<Result<SpeechArrival, AppError>> {
  return readSpeechReply(storedHead(stored), readStored(stored), tools);
}

function rethrow(error: unknown): never {
  throw error;
}

/** Where speech is requested; empty without a connection. */
export function speechAddress({ baseUrl }: Pick<SpeechTarget, 'baseUrl'>): string {
  return baseUrl === '' ? '' : endpoint(baseUrl, 'audio/speech');
}

/** Builds the JSON body of a speech request (relay API §2.1), in the connection's dialect. */
export function speechBody(
  request: SpeechRequest,
  { model, dialect }: Pick<SpeechTarget, 'model' | 'dialect'>,
): Record<string, unknown> {
  const { dialectWord } = FORMAT_FACTS[request.format];
  const format = dialect.formatWord || (dialectWord === null ? request.format : dialect[dialectWord]);
  const { volumeRatio, pitchRatio, emotion, language } = request.extras;
  const extras = Object.fromEntries(
    Object.entries({ volume_ratio: volumeRatio, pitch_ratio: pitchRatio, emotion, language }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  return {
    model,
    input: spokenText(request.text),
    ...(request.voice !== null && { voice: request.voice }),
    ...(dialect.formatField !== 'format' && { response_format: format }),
    ...(dialect.formatField !== 'response_format' && { format }),
    speed: request.speed,
    ...(dialect.extrasPlace === 'top' && extras),
    ...(dialect.extrasPlace === 'metadata' && Object.keys(extras).length > 0 && { metadata: extras }),
  };
}

/** Control characters that are no white space, byte order marks, and what is no character. */
const NOT_SPOKEN = /(?![\t-\r\u0085])\p{Cc}|[\ufeff\ufffe\uffff]/gu;

/** A text as it is sent: without what nobody hears and services refuse, with one mark for each broken character. */
function spokenText(text: string): string {
  return text.toWellFormed().replace(NOT_SPOKEN, '');
}
