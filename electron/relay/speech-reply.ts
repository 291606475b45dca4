// Reads the reply to a speech request and identifies it by its bytes: plain audio, text with audio in it, or an error.

import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { AudioKind, SpeechFormat } from '../../shared/speech/formats.ts';
import { isAudioKind } from '../../shared/speech/sniff.ts';
import { createAudioIntake, type Intake } from './audio-intake.ts';
import { inUtf8 } from './charset.ts';
import { toErrorReply } from './error-reply.ts';
import type { RelayReply } from './http.ts';
import { parseJson } from './json-fields.ts';
import { type ReplyBody, readBytes, sniffBody } from './reply-body.ts';
import { errorFromReply } from './reply-errors.ts';
import { ACCEPTED } from './task-reply.ts';
import { readTextAudio, type TextAudio } from './text-audio.ts';

/** The beginning of a reply. */
type ReplyHead = Pick<RelayReply, 'status' | 'headers'>;

/** Speech that arrived completely. */
export type SpeechArrival = { format: AudioKind; sizeBytes: number };

/** What reading needs: the requested format, the key to remove from texts, the receiver of the audio. */
export type SpeechReplyTools = {
  asked: SpeechFormat;
  key: string;
  /** Where the request was sent, if that is known. */
  askedUrl?: string;
  onAudio: (bytes: Uint8Array, kind: AudioKind) => Promise<void>;
};

/** The content of a reply: audio, and an error after it or instead of it. */
type Held = Intake & { isEndMissing?: boolean; problem?: TextAudio['problem'] };

const PARTIAL_CONTENT = 206;
const MAX_AUDIO_BYTES = 512 * 1024 * 1024;
/** Of a web page, or of bytes that nobody knows, the start is sufficient. */
const MAX_START_BYTES = 256 * 1024;

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
  const { kind, chunks } = await sniffBody(inUtf8(body, label), tools.asked, label);
  if (kind === 'empty' && status === ACCEPTED && body.failure() === undefined)
    return fail(errorInReply(reply, tools, Buffer.alloc(0)));
  if (kind === 'empty') return fail(withoutAudio(status, body.failure(), 'reply.empty'));
  if (isAudioKind(kind)) return judge(reply, tools, await readAudio(chunks, tools, label), body.failure());
  if (kind === 'html' || kind === 'unknown') {
    const start = await readBytes(chunks, MAX_START_BYTES);
    if (kind === 'html' && body.failure() === undefined) return fail(errorInReply(reply, tools, start));
    return fail(withoutAudio(status, body.failure(), 'reply.unreadable'));
  }
  const held = await readTextAudio(chunks, { ...tools, isStream: kind === 'sse' });
  const isRemark = held.remark !== undefined && !held.isEndMissing && body.failure() === undefined;
  if (hasAudio(held) || held.problem || (kind === 'sse' && !isRemark)) return judge(reply, tools, held, body.failure());
  return fail(errorInText(reply, tools, held, body.failure()));
}

/** The error of text without audio: a JSON reply, or plain text. */
function errorInText(
  reply: ReplyHead,
  tools: SpeechReplyTools,
  { head, errorText, remark }: TextAudio,
  cutReason: string | undefined,
): AppError {
  const isJson = parseJson(new TextDecoder().decode(head)) !== undefined;
  if (cutReason !== undefined && !isJson) return withoutAudio(reply.status, cutReason, 'reply.unreadable');
  // Of several objects, the one with the error.
  const said = errorText ?? remark;
  return errorInReply(reply, tools, isJson || said === undefined ? head : Buffer.from(said));
}

function errorInReply(reply: ReplyHead, { key, askedUrl }: SpeechReplyTools, body: Uint8Array): AppError {
  return errorFromReply(toErrorReply(reply, body), key, askedUrl);
}

async function readAudio(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { asked, onAudio }: SpeechReplyTools,
  label = '',
): Promise<Held> {
  const intake = createAudioIntake(asked, onAudio, label);
  for await (const chunk of chunks) {
    await intake.push(chunk);
    if (intake.sizeBytes() > MAX_AUDIO_BYTES) return { ...(await intake.end()), problem: 'reply.too_large' };
  }
  return intake.end();
}

/** Decides the result from the audio of a reply and the error that came with it. */
function judge(
  { status, headers }: ReplyHead,
  { key }: SpeechReplyTools,
  held: Held,
  cutReason: string | undefined,
): Result<SpeechArrival, AppError> {
  const { kind, sizeBytes, errorText, isEndMissing = false, problem } = held;
  if (problem) return fail(appError(problem, { status }));
  if (errorText !== undefined) {
    const error = errorFromReply({ status, headers, bodyText: errorText, isHtml: false }, key);
    return fail(hasAudio(held) ? appError('reply.broken_off', { ...error.details, sizeBytes }) : error);
  }
  // A part of the reply, though none was asked for: the rest is missing.
  const isPart = status === PARTIAL_CONTENT;
  const reason = cutReason ?? (isEndMissing ? 'noEnd' : isPart ? 'part' : undefined);
  if (!hasAudio(held))
    return fail(withoutAudio(status, reason, kind === undefined ? 'reply.empty' : 'reply.unreadable'));
  return reason === undefined
    ? ok({ format: held.kind, sizeBytes })
    : fail(appError('reply.cut', { sizeBytes, reason }));
}

function hasAudio(held: Held): held is Held & { kind: AudioKind } {
  return held.kind !== undefined && isAudioKind(held.kind) && held.sizeBytes > 0;
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
