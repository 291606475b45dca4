// One speech request: its body, the reply judged by its bytes, audio handed on as it arrives. Knows no files and no windows.

import { endpoint } from '../../shared/base-url.ts';
import type { Dialect } from '../../shared/connections.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { SpeechFormat } from '../../shared/speech/formats.ts';
import { isAudioKind, SNIFF_BYTES, sniffSpeechReply } from '../../shared/speech/sniff.ts';
import type { RelayHttp, RelayReply } from './http.ts';
import { errorFromReply } from './reply-errors.ts';
import { describeTransportError } from './transport-errors.ts';

/** Whom a request goes to. `model` is the connection's speech model. */
export type SpeechTarget = { baseUrl: string; key: string; model: string; dialect: Dialect };

/** What a caller watches. A rejected `onAudio` ends the request; its error is passed on. */
export type SpeechWatcher = {
  signal: AbortSignal;
  /** @param sentBytes size of the body. */
  onSent: (sentBytes: number) => void;
  /** Audio in order, from the moment its format is known. */
  onAudio: (bytes: Uint8Array, format: SpeechFormat) => Promise<void>;
};

/** Speech that arrived as a whole. */
export type SpeechArrival = { format: SpeechFormat; sizeBytes: number };
/** How a request failed. `cancelled` only by the caller's own signal. */
export type SpeechFailure = AppError | 'cancelled';

const MAX_AUDIO_BYTES = 512 * 1024 * 1024;
const MAX_ERROR_BYTES = 256 * 1024;

/**
 * Sends one POST /v1/audio/speech (relay API §4.1) and reads the answer. It is never repeated.
 * A failure after audio has begun to arrive is `reply.cut`: the caller keeps what `onAudio` got.
 */
export async function requestSpeech(
  http: RelayHttp,
  target: SpeechTarget,
  request: SpeechRequest,
  watcher: SpeechWatcher,
): Promise<Result<SpeechArrival, SpeechFailure>> {
  const body = JSON.stringify(speechBody(request, target));
  const sent = await http.call({
    method: 'POST',
    url: endpoint(target.baseUrl, 'audio/speech'),
    headers: { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' },
    body,
    timeoutMs: target.dialect.speechTimeoutS * 1000,
    signal: watcher.signal,
    onSent: () => watcher.onSent(Buffer.byteLength(body)),
  });
  if (!sent.ok)
    return fail(sent.error.code === 'cancelled' ? 'cancelled' : appError(sent.error.code, sent.error.details));
  try {
    return await readReply(sent.data, target, request.format, watcher);
  } finally {
    sent.data.body.destroy();
  }
}

/** The JSON body of a speech request (relay API §2.1), in the connection's dialect. */
export function speechBody(
  request: SpeechRequest,
  { model, dialect }: Pick<SpeechTarget, 'model' | 'dialect'>,
): Record<string, unknown> {
  const format = dialect.formatWord || (request.format === 'ogg_opus' ? dialect.opusWord : request.format);
  const { volumeRatio, pitchRatio, emotion, language } = request.extras;
  const extras = Object.fromEntries(
    Object.entries({ volume_ratio: volumeRatio, pitch_ratio: pitchRatio, emotion, language }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  return {
    model,
    input: request.text.toWellFormed(),
    ...(request.voice !== null && { voice: request.voice }),
    ...(dialect.formatField !== 'format' && { response_format: format }),
    ...(dialect.formatField !== 'response_format' && { format }),
    speed: request.speed,
    ...(dialect.extrasPlace === 'top' && extras),
    ...(dialect.extrasPlace === 'metadata' && Object.keys(extras).length > 0 && { metadata: extras }),
  };
}

async function readReply(
  reply: RelayReply,
  target: SpeechTarget,
  asked: SpeechFormat,
  watcher: SpeechWatcher,
): Promise<Result<SpeechArrival, SpeechFailure>> {
  let head: Uint8Array = new Uint8Array(0);
  let format: SpeechFormat | undefined;
  let sizeBytes = 0;
  const pass = async (bytes: Uint8Array, known: SpeechFormat): Promise<void> => {
    sizeBytes += bytes.length;
    if (bytes.length > 0) await watcher.onAudio(bytes, known);
  };
  const isSuccess = reply.status >= 200 && reply.status < 300;
  const body = guardBody(reply);
  for await (const chunk of body.chunks) {
    if (format) {
      await pass(chunk, format);
      if (sizeBytes > MAX_AUDIO_BYTES) return fail(appError('reply.too_large', { status: reply.status }));
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const kind = isSuccess ? sniffSpeechReply(head, asked, false) : 'text';
    if (kind === undefined) continue;
    if (isAudioKind(kind)) {
      format = kind;
      await pass(head, format);
    } else if (head.length > MAX_ERROR_BYTES) {
      break;
    }
  }
  if (!format && isSuccess && !body.failure()) {
    const kind = sniffSpeechReply(head, asked, true) ?? 'unknown';
    if (isAudioKind(kind)) {
      format = kind;
      await pass(head, format);
    }
  }
  if (watcher.signal.aborted) return fail('cancelled');
  if (format)
    return body.failure()
      ? fail(appError('reply.cut', { sizeBytes, reason: body.failure() ?? '' }))
      : ok({ format, sizeBytes });
  return fail(errorFromText(reply, head, asked, target.key, body.failure()));
}

/** The body's chunks until its end or its failure; afterwards `failure` tells why it ended early. */
function guardBody({ body }: RelayReply): { chunks: AsyncIterable<Uint8Array>; failure: () => string | undefined } {
  let reason: string | undefined;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      reason = String(describeTransportError(error, { isSent: true, isTimedOut: false }).details.reason ?? 'aborted');
    }
  }
  return { chunks: chunks(), failure: () => reason };
}

/** What a reply without audio means. */
function errorFromText(
  reply: RelayReply,
  head: Uint8Array,
  asked: SpeechFormat,
  key: string,
  cutReason: string | undefined,
): AppError {
  const { status, headers } = reply;
  const kind = sniffSpeechReply(head.subarray(0, SNIFF_BYTES), asked, true);
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && head.length === 0) {
    return cutReason ? appError('outcome.unknown', { status, reason: cutReason }) : appError('reply.empty', { status });
  }
  if (isSuccess && (kind === 'unknown' || kind === 'sse' || kind === 'pcm'))
    return appError('reply.unreadable', { status });
  return errorFromReply(
    { status, headers, bodyText: Buffer.from(head).toString('utf8'), isHtml: kind === 'html' },
    key,
  );
}
