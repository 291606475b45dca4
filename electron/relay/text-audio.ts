// Reads a reply that is text and may carry audio: JSON, events, lines, or nothing but base64. Independent of HTTP and of
// the names of fields.

import type { AudioKind, SpeechFormat } from '../../shared/speech/formats.ts';
import { createAudioIntake, type Intake } from './audio-intake.ts';
import { createAudioSearch, judgeEncoded } from './audio-search.ts';
import { type Base64Decoder, createDecoder } from './base64.ts';
import { createChunkDecoder } from './base64-chunks.ts';
import { createEventReader, createJsonReader, type StreamObject } from './event-reader.ts';
import { stringsIn } from './json-fields.ts';
import { createJsonSkimmer, type SkimPart } from './json-skimmer.ts';
import { createRepeatGuard } from './repeat-guard.ts';

/** What reading needs: the requested format, whether the text is an event stream, the receiver of the audio. */
export type TextAudioTools = {
  asked: SpeechFormat;
  isStream: boolean;
  onAudio: (bytes: Uint8Array, kind: AudioKind) => Promise<void>;
};

/**
 * The audio that was found, and an error beside it or instead of it. `isEndMissing`: the text or its events end too
 * early. `head` is the start of the text, for an error.
 */
export type TextAudio = Intake & {
  isEndMissing: boolean;
  problem: 'reply.too_large' | 'reply.too_complex' | undefined;
  /** The first address that may be that of the audio. */
  address: string | undefined;
  /** The first object that says something in place of audio. */
  remark: string | undefined;
  head: Uint8Array;
};

/** A run of base64 that no object has referred to yet. Audio is decoded while it arrives as soon as that is certain. */
type Run = { pieces: string[]; length: number; decoder: Base64Decoder | undefined };

const MAX_AUDIO_BYTES = 512 * 1024 * 1024;
const MAX_REPLY_BYTES = 1024 * 1024 * 1024;
/** Start of the text that an error is read from. */
const HEAD_BYTES = 256 * 1024;
/** A longer run is passed on before its object ends, so that it does not fill the memory. In characters. */
const MAX_WAITING_LENGTH = 1024 * 1024;
/** Longest runs that wait for their objects, all together. In characters. */
const MAX_BUFFERED_LENGTH = 128 * 1024 * 1024;

/** Reads text to its end, or until it exceeds the limits; passes on the audio that is found in it. */
export async function readTextAudio(
  chunks: AsyncIterable<Uint8Array>,
  { asked, isStream, onAudio }: TextAudioTools,
): Promise<TextAudio> {
  const intake = createAudioIntake(asked, onAudio);
  const decoder = createChunkDecoder();
  const withoutRepeat = createRepeatGuard();
  const skimmer = createJsonSkimmer({ isStream });
  const runs = new Map<number, Run>();
  const search = createAudioSearch({ asked, isStream, textIn });
  const objects: StreamObject[] = [];
  const reader = (isStream ? createEventReader : createJsonReader)((object) => objects.push(object));
  const head: Uint8Array[] = [];
  let sizeBytes = 0;
  let bufferedLength = 0;
  /** What was found in the text that arrived last. Passed on at once: each passing is an event of the page. */
  const found: Uint8Array[] = [];

  function textIn(text: string): string | undefined {
    let full = text;
    for (const number of skimmer.runsIn(text)) {
      const run = runs.get(number);
      if (run?.decoder) return undefined;
      full = skimmer.replaceRun(full, number, run?.pieces.join('') ?? '');
    }
    return full;
  }

  function readRun({ number, text, isEnd }: Extract<SkimPart, { kind: 'piece' }>): void {
    const run = runs.get(number) ?? { pieces: [], length: 0, decoder: undefined };
    runs.set(number, run);
    run.length += text.length;
    if (!run.decoder) {
      run.pieces.push(text);
      bufferedLength += text.length;
      if (run.length < MAX_WAITING_LENGTH || search.hasAudio() || isPassing()) return;
      if (judgeEncoded(run.pieces, asked).kind === undefined) return;
      const held = run.pieces.join('');
      bufferedLength -= held.length;
      run.pieces = [];
      run.decoder = createDecoder(held);
      found.push(withoutRepeat(run.decoder.push(held)));
    } else found.push(withoutRepeat(run.decoder.push(text)));
    if (isEnd) found.push(run.decoder.end());
  }

  const isPassing = (): boolean => [...runs.values()].some((run) => run.decoder !== undefined);

  function takeObjects(): void {
    for (const object of objects.splice(0)) {
      for (const piece of search.take(object)) found.push(withoutRepeat(decoder.push(piece)));
      for (const number of stringsIn(object.value).flatMap(({ text }) => skimmer.runsIn(text))) {
        if (!runs.get(number)?.decoder) bufferedLength -= runs.get(number)?.length ?? 0;
        runs.delete(number);
      }
    }
  }

  function read(parts: readonly SkimPart[]): void {
    for (const part of parts) {
      if (part.kind === 'piece') readRun(part);
      else {
        reader.push(part.bytes);
        takeObjects();
      }
    }
  }

  const passFound = (): Promise<void> => intake.push(Buffer.concat(found.splice(0)));

  function problem(): TextAudio['problem'] {
    if (reader.isOverfull() || bufferedLength > MAX_BUFFERED_LENGTH) return 'reply.too_complex';
    return sizeBytes > MAX_REPLY_BYTES || intake.sizeBytes() > MAX_AUDIO_BYTES ? 'reply.too_large' : undefined;
  }

  for await (const chunk of chunks) {
    // Joined at the end: pieces may be as small as one byte.
    if (sizeBytes < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - sizeBytes));
    sizeBytes += chunk.length;
    read(skimmer.push(chunk));
    await passFound();
    if (problem()) break;
  }
  read(skimmer.end());
  reader.end();
  takeObjects();
  for (const piece of search.end()) found.push(decoder.push(piece));
  found.push(decoder.end());
  await passFound();
  const held = await intake.end();
  const clean = (text: string | undefined) => (text === undefined ? undefined : skimmer.withoutRuns(text));
  return {
    ...held,
    errorText: clean(search.errorText()) ?? held.errorText,
    address: search.address(),
    remark: clean(search.remark()),
    isEndMissing: search.isEndMissing(),
    problem: problem(),
    head: Buffer.concat(head),
  };
}
