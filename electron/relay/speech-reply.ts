// Reads the reply to a speech request and identifies it by its bytes: plain audio, audio inside events, audio inside a
// JSON string, or an error.

import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { type AudioKind, isRaw, type SpeechFormat } from '../../shared/speech/formats.ts';
import { isAudioKind, sniffReply } from '../../shared/speech/sniff.ts';
import { createAudioIntake, type Intake } from './audio-intake.ts';
import { decodeBase64, isBase64 } from './base64.ts';
import { toErrorReply } from './error-reply.ts';
import { createEventReader } from './event-reader.ts';
import type { RelayReply } from './http.ts';
import { isFields, parseJson, textOf } from './json-fields.ts';
import { type ReplyBody, readBytes, sniffBody } from './reply-body.ts';
import { errorFromReply } from './reply-errors.ts';
import { createSpeechEvents } from './speech-events.ts';

/** The beginning of a reply. */
type ReplyHead = Pick<RelayReply, 'status' | 'headers'>;

/** Speech that arrived completely. */
export type SpeechArrival = { format: AudioKind; sizeBytes: number };

/** What reading needs: the requested format, the key to remove from texts, the receiver of the audio. */
export type SpeechReplyTools = {
  asked: SpeechFormat;
  key: string;
  onAudio: (bytes: Uint8Array, kind: AudioKind) => Promise<void>;
};

/** The content of a reply: audio, and an error after it or instead of it. */
type Held = Intake & { isEndMissing?: boolean; isTooLarge?: boolean };

const PARTIAL_CONTENT = 206;
const MAX_AUDIO_BYTES = 512 * 1024 * 1024;
/** JSON may contain the audio itself; of other text the start is sufficient. */
const MAX_JSON_BYTES = 96 * 1024 * 1024;
const MAX_TEXT_BYTES = 256 * 1024;
/** Any short word is valid base64. Pcm has no signature, so it must be longer than a word. */
const MIN_PCM_BYTES = 256;

/**
 * Reads a reply whose status is a success. After a failure `onAudio` has received the valid part: `reply.cut` if the
 * connection or the events ended early, `reply.broken_off` if the relay reported an error after it (behind the last
 * byte of audio, or as an event), whose text is kept.
 */
export async function readSpeechReply(
  reply: ReplyHead,
  body: ReplyBody,
  tools: SpeechReplyTools,
): Promise<Result<SpeechArrival, AppError>> {
  const { status } = reply;
  const label = String(reply.headers['content-type'] ?? '');
  const { kind, chunks } = await sniffBody(body, tools.asked, label);
  if (kind === 'empty') return fail(withoutAudio(status, body.failure(), 'reply.empty'));
  if (isAudioKind(kind)) return judge(reply, tools, await readAudio(chunks, tools, label), body.failure());
  if (kind === 'sse') return judge(reply, tools, await readEvents(chunks, tools), body.failure());
  const bytes = await readBytes(chunks, kind === 'json' ? MAX_JSON_BYTES : MAX_TEXT_BYTES);
  const inside = kind === 'json' ? audioInside(bytes, tools.asked) : undefined;
  if (inside) return judge(reply, tools, await readAudio([inside], tools), body.failure());
  if (kind === 'unknown' || (body.failure() !== undefined && parseJson(new TextDecoder().decode(bytes)) === undefined))
    return fail(withoutAudio(status, body.failure(), 'reply.unreadable'));
  return fail(errorFromReply(toErrorReply(reply, bytes), tools.key));
}

async function readAudio(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { asked, onAudio }: SpeechReplyTools,
  label = '',
): Promise<Held> {
  const intake = createAudioIntake(asked, onAudio, label);
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

/**
 * Audio as base64 in a JSON reply: the reply is a string (relay API §2.2), or an object with the fields of the events.
 */
function audioInside(bytes: Uint8Array, asked: SpeechFormat): Uint8Array | undefined {
  const value = parseJson(new TextDecoder().decode(bytes));
  const text = isFields(value) ? textOf(value.audio) || textOf(value.delta) : textOf(value);
  if (!isBase64(text)) return undefined;
  const inside = decodeBase64(text);
  const kind = sniffReply(inside, asked, true) ?? 'unknown';
  return isAudioKind(kind) && (!isRaw(kind) || inside.length >= MIN_PCM_BYTES) ? inside : undefined;
}

/** Decides the result from the audio of a reply and the error that came with it. */
function judge(
  { status, headers }: ReplyHead,
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
  // A part of the reply, though none was asked for: the rest is missing.
  const isPart = status === PARTIAL_CONTENT;
  const reason = cutReason ?? (isEndMissing ? 'noEnd' : isPart ? 'part' : undefined);
  if (!hasAudio) return fail(withoutAudio(status, reason, kind === undefined ? 'reply.empty' : 'reply.unreadable'));
  return reason === undefined ? ok({ format: kind, sizeBytes }) : fail(appError('reply.cut', { sizeBytes, reason }));
}

/** The error of a reply without usable audio: if it was cut, the outcome is unknown. */
function withoutAudio(
  status: number,
  cutReason: string | undefined,
  code: 'reply.empty' | 'reply.unreadable',
): AppError {
  return cutReason === undefined
    ? appError(code, { status })
    : appError('outcome.unknown', { status, reason: cutReason });
}
