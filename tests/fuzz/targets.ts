// What is fuzzed: every parser of bytes or text from outside. A target returns for any input; it throws only for a bug.

import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readRange } from '../../electron/byte-range.ts';
import { spliced } from '../../electron/provenance/mark/plan.ts';
import { planMark } from '../../electron/provenance/mark/plan-mark.ts';
import { decodeBody, isCoded } from '../../electron/relay/content-coding.ts';
import { addressEndMs, allowableOrigin, judgeAddress } from '../../electron/relay/download.ts';
import { createEditReceiver } from '../../electron/relay/edit-receiver.ts';
import { createEventReader, createJsonReader } from '../../electron/relay/event-reader.ts';
import { createJsonSkimmer } from '../../electron/relay/json-skimmer.ts';
import { parseLoosely } from '../../electron/relay/loose-json.ts';
import { redactKeys } from '../../electron/relay/redact.ts';
import { readBytes } from '../../electron/relay/reply-body.ts';
import { errorFromReply } from '../../electron/relay/reply-errors.ts';
import { retryAfterSeconds } from '../../electron/relay/retry-after.ts';
import { readSpeechReply } from '../../electron/relay/speech-reply.ts';
import { parseObject } from '../../electron/settings/salvage.ts';
import { toCurl } from '../../renderer/items/inspector/curl.ts';
import { normaliseBaseUrl } from '../../shared/connection/base-url.ts';
import { libraryItemSchema } from '../../shared/contract/library.ts';
import { scriptSchema } from '../../shared/contract/scripts.ts';
import { readStructure } from '../../shared/images/headers/structure.ts';
import { addMetadata } from '../../shared/images/metadata/add-metadata.ts';
import { carriedMetadata } from '../../shared/images/metadata/carried-metadata.ts';
import { findMetadata } from '../../shared/images/metadata/find-metadata.ts';
import {
  decodingDanger,
  importProblem,
  readPictureHeader,
  recognisePicture,
  sniffPicture,
} from '../../shared/images/picture-header.ts';
import { importScript } from '../../shared/import/import-script.ts';
import { JSON_LIMITS, type JsonKind, parseBounded } from '../../shared/json/bounded-json.ts';
import { recogniseContent } from '../../shared/library/recognise-content.ts';
import { isMp3Truncated, isOggTruncated } from '../../shared/speech/audio-tail.ts';
import { readLinear } from '../../shared/speech/linear/read-linear.ts';
import { mp3FrameAt, mpegFrameAt } from '../../shared/speech/mp3-frame.ts';
import { readOggLength } from '../../shared/speech/ogg-length.ts';
import { readPcmLabel } from '../../shared/speech/pcm-label.ts';
import { judgePcm } from '../../shared/speech/pcm-likeness.ts';
import { sniffReply } from '../../shared/speech/sniff.ts';
import { createMp3Splitter } from '../../shared/speech/stream/mp3-splitter.ts';
import { createOggSplitter } from '../../shared/speech/stream/ogg-splitter.ts';
import { asOneSound } from '../../shared/speech/stream/one-sound.ts';
import { UnplayableStream } from '../../shared/speech/stream/stream-part.ts';
import { findWavHeader, parseWavHeader } from '../../shared/speech/wav.ts';

/** Reads one input. @throws for a bug */
type Target = (input: Uint8Array) => unknown;

const KEY = 'sk-0123456789abcdef';
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The input in pieces whose sizes it decides itself. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + ((bytes[at] ?? 0) % 97);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* piecesOf(bytes);
}

function expectThat(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`Broken: ${what}`);
}

/** Reads with a splitter; a stream that cannot be played is no bug. */
function split(push: (bytes: Uint8Array) => unknown, input: Uint8Array): void {
  try {
    for (const piece of piecesOf(input)) push(piece);
  } catch (problem) {
    if (!(problem instanceof UnplayableStream)) throw problem;
  }
}

function readEvents(create: typeof createEventReader | typeof createJsonReader, input: Uint8Array): void {
  let whole = 0;
  let pieces = 0;
  const atOnce = create(() => whole++);
  atOnce.push(input);
  atOnce.end();
  const inPieces = create(() => pieces++);
  for (const piece of piecesOf(input)) inPieces.push(piece);
  inPieces.end();
  expectThat(whole === pieces, 'objects do not depend on how the bytes are split');
}

async function readEdit(input: Uint8Array): Promise<void> {
  const file = { write: async () => undefined, discard: async () => undefined };
  const receiver = createEditReceiver({ openFile: async () => file, onPreview: async () => undefined });
  for (const piece of piecesOf(input)) await receiver.push(piece);
  const { pictures, errorText, text } = await receiver.end();
  expectThat(pictures.length <= 300, 'the number of pictures is bounded');
  errorFromReply({ status: 200, headers: {}, bodyText: errorText ?? text, isHtml: false }, KEY);
}

async function readSpeech(input: Uint8Array): Promise<void> {
  let heard = 0;
  const onAudio = async (bytes: Uint8Array): Promise<void> => {
    heard += bytes.length;
  };
  const reply = await readSpeechReply(
    { status: 200, headers: {} },
    { chunks: streamOf(input), failure: () => undefined },
    { asked: 'mp3', key: KEY, onAudio },
  );
  if (reply.ok) expectThat(reply.data.sizeBytes === heard, 'the size is that of the sound');
}

async function decodeCoded(input: Uint8Array): Promise<void> {
  for (const coding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, br', '']) {
    const body = decodeBody({ chunks: streamOf(input), failure: () => undefined }, coding);
    await readBytes(body.chunks, 1024 * 1024);
  }
  isCoded(input, 'gzip');
}

async function readHeaders(input: Uint8Array): Promise<void> {
  const header = readPictureHeader(input);
  importProblem(header, input.length, input);
  recognisePicture(input);
  recogniseContent(input);
  decodingDanger(input);
  const format = sniffPicture(input);
  const read = async (at: number, count: number) => input.subarray(at, at + count);
  if (format) await readStructure(format, { sizeBytes: input.length, read });
  const { exif = input, density = null } = await findMetadata({ sizeBytes: input.length, read });
  const carried = carriedMetadata({ exif, density }, true, {
    widthPx: 1,
    heightPx: 1,
    orientation: 1,
    hasProfile: false,
  });
  if (carried) addMetadata(new Uint8Array(input), carried);
}

function readJson(input: Uint8Array): void {
  for (const kind of Object.keys(JSON_LIMITS) as JsonKind[]) {
    const [bytes, text] = [parseBounded(input, kind), parseBounded(textOf(input), kind)];
    expectThat(bytes.ok === text.ok, 'bytes and text are judged alike');
    if (bytes.ok) JSON.stringify(bytes.data);
  }
  parseObject(textOf(input));
}

function readStored(input: Uint8Array): void {
  const parsed = parseBounded(input, 'ownFile');
  if (!parsed.ok) return;
  libraryItemSchema.safeParse(parsed.data);
  scriptSchema.safeParse(parsed.data);
}

function skim(input: Uint8Array): void {
  for (const isStream of [true, false]) {
    const skimmer = createJsonSkimmer({ isStream });
    let length = 0;
    for (const piece of piecesOf(input))
      for (const part of skimmer.push(piece)) if (part.kind === 'text') length += part.bytes.length;
    for (const part of skimmer.end()) if (part.kind === 'text') length += part.bytes.length;
    expectThat(length <= input.length, 'what is short is passed on as it is');
  }
}

function readRanges(input: Uint8Array): void {
  for (const sizeBytes of [0, 1, 1000, 2 ** 40]) {
    const range = readRange(textOf(input), sizeBytes);
    if (typeof range === 'string') continue;
    const isInside = range.start >= 0 && range.start <= range.end && range.end < sizeBytes;
    expectThat(isInside, `a range is inside its file: ${JSON.stringify(range)} of ${sizeBytes}`);
  }
}

function readAddresses(input: Uint8Array): void {
  const text = textOf(input);
  const read = normaliseBaseUrl(text, { allowsPrivateHttp: true });
  if (read.ok) expectThat(new URL(read.data.baseUrl).origin === read.data.origin, 'an address has its origin');
  judgeAddress(text, { connectionBaseUrl: 'https://relay.example/v1', allowedOrigins: [] });
  allowableOrigin(text);
  expectThat(addressEndMs(text, 0) >= 0, 'an address has an end');
}

function writeCurl(input: Uint8Array): void {
  const text = textOf(input);
  const exchange = {
    url: `https://relay.example/${text}`,
    headers: [[text, text]],
    body: { kind: 'json', segments: [text], isCut: false },
  };
  const command = toCurl(exchange as unknown as Parameters<typeof toCurl>[0], 'posix') ?? '';
  // Outside of quotes, only what the app writes itself is left.
  const bare = command.replace(/'[^']*'|\\['\\]/g, '').replaceAll('"$(printf %b )"', '');
  expectThat(
    /^curl\s+\\\n\s+-H "Authorization: Bearer \$RELAY_API_KEY"[\s\\]*(?:-H[\s\\]*)*--data-raw\s*$/.test(bare),
    bare,
  );
}

function readErrors(input: Uint8Array): void {
  const bodyText = textOf(input);
  for (const status of [200, 302, 400, 429, 500, 503])
    errorFromReply({ status, headers: { 'retry-after': bodyText.slice(0, 50) }, bodyText, isHtml: false }, KEY);
  retryAfterSeconds({ 'retry-after': bodyText }, bodyText);
  readPcmLabel(bodyText);
}

function readSounds(input: Uint8Array): void {
  for (const asked of [null, 'mp3', 'pcm', 'wav', 'ogg_opus'] as const)
    for (const isFinal of [true, false]) sniffReply(input, asked as never, isFinal);
  judgePcm(input);
  isMp3Truncated(input);
  isOggTruncated(input);
  for (let at = 0; at < Math.min(64, input.length); at++) {
    mp3FrameAt(input, at);
    mpegFrameAt(input, at);
  }
}

function readSampled(input: Uint8Array): void {
  parseWavHeader(input);
  findWavHeader(input, 0);
  readLinear(input);
  readOggLength(input, input);
}

/** Marks a file as each format; what was marked is longer, and is not marked again. */
async function markFile(input: Uint8Array): Promise<void> {
  const sourceOf = (bytes: Buffer) => ({
    sizeBytes: bytes.length,
    read: async (at: number, length: number) => bytes.subarray(at, at + length),
  });
  for (const extension of ['png', 'jpg', 'webp', 'mp3', 'ogg', 'flac', 'wav']) {
    const source = sourceOf(Buffer.from(input));
    const plan = await planMark(source, extension, 'generated');
    if (typeof plan === 'string') continue;
    const marked = await buffer(spliced(source, plan));
    expectThat(marked.length > input.length, `${extension} became shorter`);
    expectThat(
      (await planMark(sourceOf(marked), extension, 'generated')) === 'already',
      `${extension} is marked twice`,
    );
  }
}

const importAs =
  (extension: string): Target =>
  (input) =>
    importScript({ name: `a.${extension}`, bytes: input });

/** All targets by name. */
export const TARGETS = {
  sniffing: readSounds,
  pictures: readHeaders,
  samples: readSampled,
  mp3: (input) => {
    split(createMp3Splitter(), input);
    asOneSound('mp3', input);
  },
  ogg: (input) => {
    split(createOggSplitter(), input);
    asOneSound('ogg_opus', input);
  },
  marks: markFile,
  events: (input) => readEvents(createEventReader, input),
  'json-lines': (input) => readEvents(createJsonReader, input),
  skimmer: skim,
  'loose-json': (input) => parseLoosely(textOf(input)),
  'bounded-json': readJson,
  stored: readStored,
  edit: readEdit,
  speech: readSpeech,
  errors: readErrors,
  coding: decodeCoded,
  addresses: readAddresses,
  ranges: readRanges,
  curl: writeCurl,
  redaction: (input) => redactKeys(textOf(input), [KEY, 'a', textOf(input.subarray(0, 12))]),
  txt: importAs('txt'),
  markdown: importAs('md'),
  csv: importAs('csv'),
  srt: importAs('srt'),
  vtt: importAs('vtt'),
  lrc: importAs('lrc'),
  docx: importAs('docx'),
} as const satisfies Record<string, Target>;

/** The name of a target. */
export type TargetName = keyof typeof TARGETS;

/** Where the cases of a target are: good samples to begin with, and inputs that once broke it. */
export function corpusFolder(name: string): string {
  return path.join(import.meta.dirname, 'corpus', name);
}
