// Finds the audio of a reply that carries it as text (base64 or hex) in JSON or in events, whatever its fields are
// called: by its bytes, or by the name of its field if they have no signature. Independent of HTTP.

import { isRaw, type SpeechFormat } from '../../shared/speech/formats.ts';
import { isAudioKind, sniffReply } from '../../shared/speech/sniff.ts';
import { respelled } from './base64.ts';
import { createChunkDecoder } from './base64-chunks.ts';
import type { StreamObject } from './event-reader.ts';
import { stringsIn, textOf } from './json-fields.ts';
import { isAddress } from './picture-search.ts';
import { hasWords } from './reply-words.ts';
import { saysError } from './said-error.ts';
import { isPending, taskOf } from './task-reply.ts';

/** What a search needs. */
export type AudioSearchTools = {
  asked: SpeechFormat;
  /** The reply is a stream of events: its pieces of audio may be short. */
  isStream: boolean;
  /** The text that a string of the reply stands for; undefined for audio that was passed on while it arrived. */
  textIn: (text: string) => string | undefined;
};

/** Interprets the objects of one reply. */
export type AudioSearch = {
  /** Returns the encoded audio that the object adds, in pieces. */
  take: (object: StreamObject) => string[];
  /** Returns audio that was held back because it is so short that it could have been a word. */
  end: () => string[];
  hasAudio: () => boolean;
  /** The text of the first error beside the audio or instead of it. */
  errorText: () => string | undefined;
  /** The first address that may be that of the audio. */
  address: () => string | undefined;
  /** The text of the first object that says something in place of audio. */
  remark: () => string | undefined;
  /** The audio is not complete: the text ended in the middle, or named events lack the one that ends them. */
  isEndMissing: () => boolean;
};

/** A string of an object; `place` are the names that lead to it, `text` is undefined if it was passed on. */
type Candidate = { place: string; name: string; text: string | undefined };

/**
 * Strings of one field that wait for more. `judgedLength`: of what was judged last. `isSure`: type or name say that they
 * are audio. `isRefused`: they are not.
 */
type Held = { texts: string[]; length: number; judgedLength: number; isSure: boolean; isRefused: boolean };

/** Any short word is valid base64. Pcm has no signature, so it must be longer than a word. In bytes. */
const MIN_PCM_BYTES = 256;
/** A shorter string alone has the first bytes of audio by chance. In characters. */
const MIN_SIGNED_LENGTH = 16;
/** In a field whose name says nothing about audio, it must be longer than any identifier. In characters. */
const MIN_UNNAMED_LENGTH = 5000;
/** So much of a field shows what it is, and so many fields are watched. */
const MAX_BUFFERED_LENGTH = 128 * 1024;
const MAX_PLACES = 32;
/** So many strings of a field are judged with each that comes; more, whenever they are an eighth longer. */
const MAX_JUDGED_AT_ONCE = 64;
/** So much is judged of the strings of one object: dozens of long ones, thousands of words. In characters. */
const MAX_JUDGED_LENGTH = 1024 * 1024;
/** Start of an encoded text that shows what it is: more than `SNIFF_BYTES` in either encoding. In characters. */
const HEAD_LENGTH = 16 * 1024;
/** Fields that repeat the request, or that are about something else than a result. */
const FOREIGN_NAMES = /^(inputs?|request|prompt|reference.*|text|transcript|error)$/i;
const AUDIO_NAMES = /^$|audio|sound|speech|voice|wav|pcm|delta|chunk|data|b(ase)?64|content|output|result|payload/i;
/** Fields in which relays give the address of a sound. */
const ADDRESS_NAMES =
  /^((\w+[_-])?(audio|sound|speech|voice|song|music|wav|mp3|file|output|result|download|media|cdn|oss)s?[_-]?)?(ur[il]|link|href)s?$|^(\w+[_-])?(audio|sound|speech|voice|file|output|result)s?$|^(data|src|content)$/i;
/** Addresses of something else than the result. */
const FOREIGN_ADDRESSES =
  /^(input|request|prompt|ref(erence)?|source|original|sample|speaker|image|cover|video|subtitle|call_?back|web_?hook)([_-].*)?$/i;
/** Words that end a stream or keep it open; they are valid base64. */
const WORDS = /^\s*(done|end|stop|finished|ping|null|ok)\s*$/i;
/** So many characters of encoded text there are, on average, for each blank. */
const MIN_LENGTH_OF_BLANK = 20;
/** What is left of a percent-encoded character where a text was cut. */
const CUT_ESCAPE = /%[0-3]?$/;
/** Encoded text, perhaps in lines. */
const ENCODED = /^(data:[^,]{0,200},\s{0,9})?[A-Za-z0-9+/_=\r\n-]+$/;

/**
 * Creates the search in one reply. The first field with audio decides: the same field of later objects continues it.
 * What may be nothing but a word, or too little to know, waits for more of the same field.
 */
export function createAudioSearch({ asked, isStream, textIn }: AudioSearchTools): AudioSearch {
  let place: string | undefined;
  const held = new Map<string, Held>();
  let hasAudio = false;
  let isNamed = false;
  let isDone = false;
  let isCut = false;
  let errorText: string | undefined;
  let remark: string | undefined;
  let address: string | undefined;

  /** Adds to what is held; returns that of the field that turns out to be audio. */
  function hold(candidates: readonly Candidate[], type: string): string[] {
    for (const { place: at, name, text = '' } of candidates) {
      if (!isEncoded(text) || (!AUDIO_NAMES.test(name) && text.length < MIN_UNNAMED_LENGTH)) continue;
      const known = held.get(at) ?? { texts: [], length: 0, judgedLength: 0, isSure: false, isRefused: false };
      if (known.isRefused || (held.size >= MAX_PLACES && !held.has(at))) continue;
      held.set(at, known);
      known.texts.push(text);
      known.length += text.length;
      known.isSure ||= /audio/.test(type) || /^(audio|delta)$/.test(name);
    }
    for (const at of new Set(candidates.map((candidate) => candidate.place))) {
      const known = held.get(at);
      if (!known || known.isRefused) continue;
      if (known.texts.length > MAX_JUDGED_AT_ONCE && known.length < 1.125 * known.judgedLength) continue;
      if (isAudio(known)) {
        place = at;
        return known.texts;
      }
      known.isRefused = known.length > MAX_BUFFERED_LENGTH;
      if (known.isRefused) known.texts = [];
    }
    return [];
  }

  function isAudio(known: Held): boolean {
    known.judgedLength = known.length;
    const { kind, sizeBytes } = judgeEncoded(known.texts, asked);
    return kind === 'signed' || (kind === 'raw' && sizeBytes >= MIN_PCM_BYTES);
  }

  function findPieces(candidates: readonly Candidate[], type: string): string[] {
    place ??= candidates.find(({ text }) => text === undefined)?.place;
    place ??= findSigned(candidates)?.place;
    if (place === undefined) return hold(candidates, type);
    const earlier = held.get(place)?.texts ?? [];
    const pieces = candidates.flatMap(({ place: at, text = '' }) => (at === place && isEncoded(text) ? [text] : []));
    return [...earlier, ...pieces];
  }

  function findSigned(candidates: readonly Candidate[]): Candidate | undefined {
    let judgedLength = 0;
    return candidates.find(({ text = '' }) => {
      if (text.length < MIN_SIGNED_LENGTH || judgedLength > MAX_JUDGED_LENGTH) return false;
      judgedLength += Math.min(text.length, HEAD_LENGTH);
      return judgeEncoded([text], asked).kind === 'signed';
    });
  }

  return {
    take({ event, value, fields, text, isWhole, cutText }) {
      const type = textOf(fields.type) || (event === 'message' ? '' : event);
      const isEnd = /done|completed/i.test(type);
      isDone ||= isEnd;
      isCut ||= !isWhole;
      if (saysError(fields, type)) errorText ??= text;
      else if (!hasAudio && remark === undefined && isRemark(value)) remark = text;
      if (!hasAudio) address ??= addressIn(value, cutText);
      // A named event about text, such as a transcript, has its own `delta`.
      if (/transcript|subtitle|caption/i.test(type) || (/text/i.test(type) && !/audio|tts|text_to/i.test(type)))
        return [];
      const candidates = candidatesIn(value, type, textIn);
      const isPassed = candidates.some(({ text: passed }) => passed === undefined);
      // Some relays repeat all the audio in the event that ends the stream.
      const pieces = isEnd && hasAudio ? [] : findPieces(candidates, type);
      isNamed ||= /audio/.test(type) && (pieces.length > 0 || isPassed || held.size > 0);
      hasAudio ||= pieces.length > 0 || isPassed;
      if (hasAudio) held.clear();
      return pieces;
    },
    end() {
      const waiting = [...held.values()].filter(({ isRefused }) => !isRefused);
      const late = waiting.find((known) => known.length > known.judgedLength && isAudio(known));
      const { texts = [] } = late ?? (isStream ? waiting.find(({ isSure }) => isSure) : undefined) ?? {};
      held.clear();
      hasAudio ||= texts.length > 0;
      return texts;
    },
    hasAudio: () => hasAudio,
    errorText: () => errorText,
    address: () => address,
    remark: () => remark,
    isEndMissing: () => isCut || (isNamed && !isDone),
  };
}

/**
 * Judges a text in pieces, or its start, by the bytes that it encodes: `signed` if they have the signature of a kind of
 * audio, `raw` if they can be pcm. `sizeBytes` is about the size of all.
 */
export function judgeEncoded(
  texts: readonly string[],
  asked: SpeechFormat,
): { kind: 'signed' | 'raw' | undefined; sizeBytes: number } {
  const decoder = createChunkDecoder();
  const decoded: Uint8Array[] = [];
  let length = 0;
  for (const text of texts) {
    const head = text.slice(0, HEAD_LENGTH - length);
    if (!isEncoded(head)) return { kind: undefined, sizeBytes: 0 };
    decoded.push(decoder.push(head));
    length += head.length;
    if (length >= HEAD_LENGTH) break;
  }
  const bytes = Buffer.concat([...decoded, decoder.end()]);
  if (bytes.length === 0) return { kind: undefined, sizeBytes: 0 };
  const kind = sniffReply(bytes, asked, true) ?? 'unknown';
  const sizeBytes = Math.floor((bytes.length * texts.reduce((sum, text) => sum + text.length, 0)) / length);
  if (!isAudioKind(kind)) return { kind: undefined, sizeBytes };
  return { kind: isRaw(kind) ? 'raw' : 'signed', sizeBytes };
}

function isEncoded(text: string): boolean {
  const trimmed = text.trim();
  // Between words blanks are closer than where they stand for plus.
  const blanks = trimmed.split(' ').length - 1;
  return blanks * MIN_LENGTH_OF_BLANK <= trimmed.length && ENCODED.test(respelled(trimmed).replace(CUT_ESCAPE, ''));
}

/** The address of a sound, unless it is where to ask for one that is not finished. */
function addressIn(value: unknown, cutText: string | undefined): string | undefined {
  const found = stringsIn(value).find(
    ({ names, text }) =>
      text !== cutText &&
      isAddress(text.trim()) &&
      ADDRESS_NAMES.test(names.at(-1) ?? 'url') &&
      !names.some((name) => FOREIGN_NAMES.test(name) || FOREIGN_ADDRESSES.test(name)),
  );
  return found && !isPending({ status: 200, value }) ? found.text.trim() : undefined;
}

/** Whether an object says something in place of audio. */
function isRemark(value: unknown): boolean {
  return hasWords(value) || taskOf({ status: 200, headers: {}, value }) !== undefined;
}

/** Strings without a name, the data of events, belong together if their events have the same name. */
function candidatesIn(value: unknown, type: string, textIn: AudioSearchTools['textIn']): Candidate[] {
  return stringsIn(value)
    .filter(({ names, text }) => !names.some((name) => FOREIGN_NAMES.test(name)) && !WORDS.test(text))
    .map(({ names, text }) => ({
      place: names.join('.') || `(${type})`,
      name: names.at(-1) ?? '',
      text: textIn(text),
    }));
}
