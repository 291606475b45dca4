// Reads the reply to a speech request, judged by its bytes: audio as it is, audio inside events, audio inside a JSON string, or an error.

import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { type AudioKind, isRaw, type SpeechFormat } from '../../shared/speech/formats.ts';
import { isAudioKind, sniffReply } from '../../shared/speech/sniff.ts';
import { createAudioIntake, type Intake } from './audio-intake.ts';
import { decodeBase64, isBase64 } from './base64.ts';
import { createEventReader } from './event-reader.ts';
import type { RelayReply } from './http.ts';
import { isFields, parseJson, textOf } from './json-fields.ts';
import { asErrorReply, guardBody, readBytes, sniffBody } from './reply-body.ts';
import { errorFromReply } from './reply-errors.ts';
import { createSpeechEvents } from './speech-events.ts';

/** Speech that arrived as a whole. */
export type SpeechArrival = { format: AudioKind; sizeBytes: number };

/** What reading needs: the format asked for, the key to remove from words, where audio goes. */
export type SpeechReplyTools = {
  asked: SpeechFormat;
  key: string;
  onAudio: (bytes: Uint8Array, kind: AudioKind) => Promise<void>;
};

/** What a reply held: audio, and an error told behind it or instead of it. */
type Held = Intake & { isEndMissing?: boolean; isTooLarge?: boolean };

const MAX_AUDIO_BYTES = 512 * 1024 * 1024;
/** JSON may hold the audio itself; of other text the beginning is enough. */
const MAX_JSON_BYTES = 96 * 1024 * 1024;
const MAX_TEXT_BYTES = 256 * 1024;
/** Any short word is base64 of something: pcm, which nothing identifies, has to be longer than a word. */
const MIN_PCM_BYTES = 256;

/**
 * Reads a reply whose status is a success. After a failure `onAudio` has had the good part: `reply.cut` when the connection or the events
 * ended early, `reply.broken_off` when the relay told an error behind it (after the last byte of audio, or as an event), whose words are kept.
 */
export async function readSpeechReply(
  reply: RelayReply,
  tools: SpeechReplyTools,
): Promise<Result<SpeechArrival, AppError>> {
  const { status } = reply;
  const body = guardBody(reply);
  const { kind, chunks } = await sniffBody(body, tools.asked);
  if (kind === 'empty') return fail(withoutAudio(status, body.failure(), 'reply.empty'));
  if (isAudioKind(kind)) return judge(reply, tools, await readAudio(chunks, tools), body.failure());
  if (kind === 'sse') return judge(reply, tools, await readEvents(chunks, tools), body.failure());
  const bytes = await readBytes(chunks, kind === 'json' ? MAX_JSON_BYTES : MAX_TEXT_BYTES);
  const inside = kind === 'json' ? audioInside(bytes, tools.asked) : undefined;
  if (inside) return judge(reply, tools, await readAudio([inside], tools), body.failure());
  if (kind === 'unknown' || (body.failure() !== undefined && parseJson(new TextDecoder().decode(bytes)) === undefined))
    return fail(withoutAudio(status, body.failure(), 'reply.unreadable'));
  return fail(errorFromReply(asErrorReply(reply, bytes), tools.key));
}

async function readAudio(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { asked, onAudio }: SpeechReplyTools,
): Promise<Held> {
  const intake = createAudioIntake(asked, onAudio);
  for await (const chunk of chunks) {
    await intake.push(chunk);
    if (intake.sizeBytes() > MAX_AUDIO_BYTES) return { ...(await intake.end()), isTooLarge: true };
  }
  return intake.end();
}

async function readEvents(chunks: AsyncIterable<Uint8Array>, { asked, onAudio }: SpeechReplyTools): Promise<Held> {
  const intake = createAudioIntake(asked, onAudio);
  const said = createSpeechEvents();
  const events = createEventReader(MAX_JSON_BYTES, said.take);
  const unpack = async (): Promise<void> => {
    for (const base64 of said.takeAudio()) await intake.push(decodeBase64(base64));
  };
  for await (const chunk of chunks) {
    events.push(chunk);
    await unpack();
    if (events.isOverfull() || intake.sizeBytes() > MAX_AUDIO_BYTES)
      return { ...(await intake.end()), isTooLarge: true };
  }
  events.end();
  await unpack();
  const held = await intake.end();
  return { ...held, errorText: said.errorText() ?? held.errorText, isEndMissing: said.isEndMissing() };
}

/** Audio that a JSON reply holds as base64: the reply is a string (relay API §2.2), or an object with the fields of the events. */
function audioInside(bytes: Uint8Array, asked: SpeechFormat): Uint8Array | undefined {
  const value = parseJson(new TextDecoder().decode(bytes));
  const text = isFields(value) ? textOf(value.audio) || textOf(value.delta) : textOf(value);
  if (!isBase64(text)) return undefined;
  const inside = decodeBase64(text);
  const kind = sniffReply(inside, asked, true) ?? 'unknown';
  return isAudioKind(kind) && (!isRaw(kind) || inside.length >= MIN_PCM_BYTES) ? inside : undefined;
}

/** What the audio of a reply, and what was told with it, come to. */
function judge(
  { status, headers }: RelayReply,
  { key }: SpeechReplyTools,
  { kind, sizeBytes, errorText, isEndMissing = false, isTooLarge = false }: Held,
  cutReason: string | undefined,
): Result<SpeechArrival, AppError> {
  if (isTooLarge) return fail(appError('reply.too_large', { status }));
  const hasAudio = kind !== undefined && isAudioKind(kind) && sizeBytes > 0;
  if (errorText !== undefined) {
    const error = errorFromReply({ status, headers, bodyText: errorText, isHtml: false }, key);
    return fail(hasAudio ? appError('reply.broken_off', { ...error.details, sizeBytes }) : error);
  }
  const reason = cutReason ?? (isEndMissing ? 'noEnd' : undefined);
  if (!hasAudio) return fail(withoutAudio(status, reason, kind === undefined ? 'reply.empty' : 'reply.unreadable'));
  return reason === undefined ? ok({ format: kind, sizeBytes }) : fail(appError('reply.cut', { sizeBytes, reason }));
}

/** Nothing usable came: because the reply was cut, which leaves everything open, or all the same. */
function withoutAudio(
  status: number,
  cutReason: string | undefined,
  code: 'reply.empty' | 'reply.unreadable',
): AppError {
  return cutReason === undefined
    ? appError(code, { status })
    : appError('outcome.unknown', { status, reason: cutReason });
}
