// Reads the reply to a speech request and identifies it by its bytes: plain audio, text with audio in it, or an error.

import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { AudioKind, SpeechFormat } from '../../shared/speech/formats.ts';
import { isAudioKind } from '../../shared/speech/sniff.ts';
import { type AudioIntake, createAudioIntake, type Intake } from './audio-intake.ts';
import { inUtf8 } from './charset.ts';
import { toErrorReply } from './error-reply.ts';
import { fetchResult, type ResultReader } from './fetch-result.ts';
import type { RelayHttp, RelayReply } from './http.ts';
import { parseJson } from './json-fields.ts';
import { redactKey } from './redact.ts';
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
  /** Without it, sound that the reply names by its address is not fetched. */
  results?: SoundFetcher;
  /** @param isFetched the audio is none of the reply's own bytes. */
  onAudio: (bytes: Uint8Array, kind: AudioKind, isFetched: boolean) => Promise<void>;
};

/** What is needed to fetch sound from an address. */
type SoundFetcher = Omit<ResultReader<never>, 'openFile' | 'isSpent'> & {
  http: RelayHttp;
  /** Origins beside the relay's own that results may be fetched from without https. */
  allowedOrigins: readonly string[];
};

/** The content of a reply: audio, and an error after it or instead of it. */
type Held = Intake & { isEndMissing?: boolean; problem?: TextAudio['problem'] };

const PARTIAL_CONTENT = 206;
const SEE_OTHER = 303;
/** The address of a file of sound. */
const SOUND_FILE = /\.(mp3|wav|pcm|ogg|oga|opus|flac|aac|m4a|mp4|webm)([?#]|$)/i;
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
  if (status > 299) return readRedirect(reply, tools);
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
  const onAudio = (bytes: Uint8Array, is: AudioKind): Promise<void> => tools.onAudio(bytes, is, false);
  const held = await readTextAudio(chunks, { ...tools, onAudio, isStream: kind === 'sse' });
  const isSaid = held.errorText !== undefined || held.problem !== undefined || body.failure() !== undefined;
  if (held.address !== undefined && !hasAudio(held) && !isSaid) return fetchSound(reply, tools, held.address);
  const isRemark = held.remark !== undefined && !held.isEndMissing && body.failure() === undefined;
  if (hasAudio(held) || held.problem || (kind === 'sse' && !isRemark)) return judge(reply, tools, held, body.failure());
  return fail(errorInText(reply, tools, held, body.failure()));
}

/**
 * Fetches sound from an address that a reply names, as pictures are. Nothing is fetched twice of which a part was passed
 * on.
 */
async function fetchSound(
  reply: ReplyHead,
  tools: SpeechReplyTools,
  address: string,
): Promise<Result<SpeechArrival, AppError>> {
  const { asked, key, askedUrl = '', results, onAudio } = tools;
  const url = redactKey(address, key);
  if (!results) return fail(appError('result.lost', { url }));
  const { http, allowedOrigins, ...reader } = results;
  let sizeBytes = 0;
  const openFile = async (): Promise<AudioIntake & SoundFile> => {
    const intake = createAudioIntake(asked, (bytes, kind) => {
      sizeBytes += bytes.length;
      return onAudio(bytes, kind, true);
    });
    return { ...intake, write: intake.push, discard: async () => undefined };
  };
  const place = { askedUrl, key, allowedOrigins, maxBytes: MAX_AUDIO_BYTES };
  const fetched = await fetchResult(http, address, place, { ...reader, openFile, isSpent: () => sizeBytes > 0 });
  if (!fetched.ok)
    return fail(sizeBytes > 0 ? appError('reply.cut', { ...fetched.error.details, sizeBytes }) : fetched.error);
  const held = await fetched.data.end();
  return hasAudio(held) ? judge(reply, tools, held, undefined) : fail(appError('result.lost', { url, reason: 'type' }));
}

type SoundFile = { write: (bytes: Uint8Array) => Promise<void>; discard: () => Promise<void> };

/** Whether a redirect leads to the sound of a request that was carried out, not to where the same is to be sent. */
export function leadsToSound({ status, headers }: ReplyHead): boolean {
  const { location } = headers;
  if (status < 300 || status > 399 || typeof location !== 'string') return false;
  return status === SEE_OTHER || SOUND_FILE.test(location);
}

/** Fetches the sound that a redirect leads to. */
async function readRedirect(reply: ReplyHead, tools: SpeechReplyTools): Promise<Result<SpeechArrival, AppError>> {
  const location = String(reply.headers.location ?? '');
  const fetched = await fetchSound(reply, tools, location);
  // Anything may be behind an address that does not say what it is.
  const isElsewhere = !fetched.ok && fetched.error.code === 'result.lost' && !SOUND_FILE.test(location);
  return isElsewhere ? fail(errorInReply(reply, tools, Buffer.alloc(0))) : fetched;
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
  const intake = createAudioIntake(asked, (bytes, kind) => onAudio(bytes, kind, false), label);
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
