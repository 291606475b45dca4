// Receives the reply of an edit: writes base64 to files while it arrives and interprets the rest. Independent of
// requests and downloads.

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BOUNDS } from '../../shared/bounds.ts';
import { IMPORT_LIMITS } from '../../shared/images/limits.ts';
import { sniffPicture } from '../../shared/images/picture-header.ts';
import { type ReplyKind, sniffReply } from '../../shared/speech/sniff.ts';
import { type Base64Decoder, createDecoder, isBase64 } from './base64.ts';
import { createReplyGatherer, type EditReply, type ReplyPicture } from './edit-reply.ts';
import { createEventReader, createJsonReader, type StreamObject } from './event-reader.ts';
import { stringsIn } from './json-fields.ts';
import { createJsonSkimmer, type JsonSkimmer } from './json-skimmer.ts';
import type { Encoded } from './picture-search.ts';

/** The file that receives the bytes of one picture. Its owner keeps or discards it. */
export type PictureFile = {
  write: (bytes: Uint8Array) => Promise<void>;
  discard: () => Promise<void>;
};

/** A picture of the reply: in a file, as an address, or failed. */
export type ReceivedPicture<F> = Omit<ReplyPicture, 'source'> & {
  source: { kind: 'file'; file: F } | { kind: 'tooLarge' } | Exclude<ReplyPicture['source'], { kind: 'base64' }>;
};

/**
 * A reply as far as it arrived. `text` is the part that was neither an envelope nor an event; it may be an error text.
 * `isCut`: its text ended in the middle.
 */
export type ReceivedEdit<F> = Omit<EditReply, 'pictures'> & {
  pictures: ReceivedPicture<F>[];
  kind: ReplyKind;
  text: string;
  isCut: boolean;
};

/** What a receiver needs. */
export type ReceiverTools<F extends PictureFile> = {
  openFile: () => Promise<F>;
  /**
   * Called with pictures that can be shown before the reply is complete. The caller owns a preview; a finished picture
   * also belongs to the reply and remains there.
   */
  onPreview: (file: F, isFinished: boolean) => Promise<void>;
};

/** Which kind of limit a reply exceeds. */
export type ReplyProblem = 'reply.too_large' | 'reply.too_complex';

/**
 * Receives the bytes of a reply in order, then returns their content; call `discard` instead if the reply is no longer
 * needed.
 */
export type EditReceiver<F> = {
  push: (chunk: Uint8Array) => Promise<void>;
  /** The reply exceeds a limit, of size or of what is in it: further bytes are ignored. */
  problem: () => ReplyProblem | undefined;
  /** Pictures are kept even if their envelope is incomplete or broken; of the last one, what came. */
  end: () => Promise<ReceivedEdit<F>>;
  discard: () => Promise<void>;
};

const MAX_REPLY_BYTES = 1024 * 1024 * 1024;
/** Start of a picture's bytes that shows its format. */
const HEAD_BYTES = 4096;
const TOO_LARGE = { kind: 'tooLarge' } as const;
/** So many bytes decide whether a reply is the picture itself. */
const MIN_HEAD_BYTES = 256;

/** A picture being written to a file. `file` is undefined once it exceeded the limit. */
type Arriving<F> = {
  file: F | undefined;
  decoder: Base64Decoder | undefined;
  sizeBytes: number;
  head: Uint8Array;
  checksum: number;
  /** Equal for equal bytes, once they are complete. */
  identity: string;
};

/** Creates the receiver of one reply. Memory holds one chunk and the text of the reply, never a picture. */
export function createEditReceiver<F extends PictureFile>({ openFile, onPreview }: ReceiverTools<F>): EditReceiver<F> {
  const gatherer = createReplyGatherer(look);
  /** Pictures that no object has referred to yet, by the number of their run. */
  const arriving = new Map<number, Arriving<F>>();
  /** Pictures that objects refer to. */
  const files = new Map<ReplyPicture, Arriving<F>>();
  const objects: StreamObject[] = [];
  const json = createJsonReader((object) => objects.push(object));
  const events = createEventReader((object) => objects.push(object));
  let skimmer: JsonSkimmer | undefined;
  let head: Uint8Array = Buffer.alloc(0);
  let kind: ReplyKind | undefined;
  /** The reply is a picture itself. */
  let bare: Arriving<F> | undefined;
  let sizeBytes = 0;
  let isCut = false;
  let previews = 0;

  function problem(): ReplyProblem | undefined {
    if (sizeBytes > MAX_REPLY_BYTES) return 'reply.too_large';
    const isComplex = gatherer.isOverfull() || json.isOverfull() || events.isOverfull();
    return isComplex || arriving.size + files.size > BOUNDS.picturesOfReply ? 'reply.too_complex' : undefined;
  }

  async function open(): Promise<Arriving<F>> {
    return {
      file: await openFile(),
      decoder: undefined,
      sizeBytes: 0,
      head: Buffer.alloc(0),
      checksum: 0,
      identity: '',
    };
  }

  async function write(to: Arriving<F>, bytes: Uint8Array): Promise<void> {
    to.sizeBytes += bytes.length;
    to.checksum = crc32(bytes, to.checksum);
    if (to.head.length < HEAD_BYTES) to.head = Buffer.concat([to.head, bytes]).subarray(0, HEAD_BYTES);
    if (to.file && to.sizeBytes > IMPORT_LIMITS.maxBytes) {
      const { file } = to;
      to.file = undefined;
      await file.discard();
    }
    if (bytes.length > 0) await to.file?.write(bytes);
  }

  async function writeText(to: Arriving<F>, text: string, isEnd: boolean): Promise<void> {
    to.decoder ??= createDecoder(text);
    await write(to, to.decoder.push(text));
    if (!isEnd) return;
    await write(to, to.decoder.end());
    to.identity = identify(to);
  }

  async function skim(parts: ReturnType<JsonSkimmer['push']>): Promise<void> {
    for (const part of parts) {
      if (part.kind === 'text') {
        (kind === 'sse' ? events : json).push(part.bytes);
        await takeObjects(false);
        continue;
      }
      const to = arriving.get(part.number) ?? (await open());
      arriving.set(part.number, to);
      await writeText(to, part.text, part.isEnd);
    }
  }

  /** @param isEnd the reply is complete: its pictures need no preview any more. */
  async function takeObjects(isEnd: boolean): Promise<void> {
    for (const object of objects.splice(0)) {
      isCut ||= !object.isWhole;
      const { pictures, preview } = gatherer.take(object);
      if (preview !== '' && object.isWhole && previews++ < BOUNDS.previewsOfReply) {
        const { file } = await fileOf(preview);
        if (file) await onPreview(file, false);
      }
      for (const picture of pictures) {
        if (picture.source.kind !== 'base64') continue;
        const found = await fileOf(picture.source.text);
        files.set(picture, found);
        if (found.file && !isEnd) await onPreview(found.file, true);
      }
      await dropUnused(object);
    }
  }

  /** Returns the file with a base64 text, which is written now if it is short. */
  async function fileOf(text: string): Promise<Arriving<F>> {
    const number = runIn(text);
    const found = number === undefined ? undefined : arriving.get(number);
    if (number !== undefined) arriving.delete(number);
    if (found) return found;
    const opened = await open();
    await writeText(opened, text, true);
    return opened;
  }

  function runIn(text: string): number | undefined {
    return skimmer?.runsIn(text).at(0);
  }

  function look(text: string): Encoded | undefined {
    const number = runIn(text);
    const found = arriving.get(number ?? -1);
    if (found) return { isPicture: sniffPicture(found.head) !== undefined, identity: found.identity, isMarked: true };
    // Its file belongs to an earlier place in the reply.
    if (number !== undefined) return { isPicture: false, identity: text, isMarked: true };
    if (!isBase64(text)) return undefined;
    const decoder = createDecoder(text);
    const bytes = Buffer.concat([decoder.push(text), decoder.end()]);
    return { isPicture: sniffPicture(bytes) !== undefined, identity: identityOf(bytes) };
  }

  /** Removes what an object contains beside its pictures. */
  async function dropUnused({ value }: StreamObject): Promise<void> {
    for (const number of stringsIn(value).flatMap(({ text }) => skimmer?.runsIn(text) ?? [])) {
      const { file } = arriving.get(number) ?? {};
      arriving.delete(number);
      await file?.discard();
    }
  }

  /** Returns pictures that no object refers to, because the text around them makes no sense. */
  function takeUnnamed(): ReceivedPicture<F>[] {
    const found: ReceivedPicture<F>[] = [];
    for (const [number, picture] of arriving) {
      if (!sniffPicture(picture.head)) continue;
      arriving.delete(number);
      found.push(asReceived(picture));
    }
    return found;
  }

  function asReceived({ file }: Arriving<F>, revisedPrompt = ''): ReceivedPicture<F> {
    return { revisedPrompt, source: file ? { kind: 'file', file } : { kind: 'tooLarge' } };
  }

  function received(picture: ReplyPicture): ReceivedPicture<F> {
    const { source, revisedPrompt } = picture;
    const file = files.get(picture);
    files.delete(picture);
    if (source.kind === 'base64') return file ? asReceived(file, revisedPrompt) : { revisedPrompt, source: TOO_LARGE };
    return { revisedPrompt, source };
  }

  async function discard(): Promise<void> {
    for (const { file } of [...arriving.values(), ...files.values()]) await file?.discard();
    arriving.clear();
    files.clear();
  }

  /** Decides the kind of the reply as soon as enough of it is known, then passes on what has been held. */
  async function begin(isFinal: boolean): Promise<void> {
    kind = sniffReply(head, null, isFinal) ?? (isFinal ? 'unknown' : undefined);
    if (kind === 'unknown' && !isFinal && head.length < MIN_HEAD_BYTES) kind = undefined;
    if (kind === undefined) return;
    if (kind === 'unknown' && sniffPicture(head)) {
      bare = await open();
      await write(bare, head);
      return;
    }
    skimmer = createJsonSkimmer({ isStream: kind === 'sse' });
    await skim(skimmer.push(head));
  }

  return {
    async discard() {
      await discard();
      await bare?.file?.discard();
    },
    problem,
    async push(chunk) {
      sizeBytes += chunk.length;
      if (problem()) return;
      if (bare) return write(bare, chunk);
      if (skimmer) return skim(skimmer.push(chunk));
      head = Buffer.concat([head, chunk]);
      await begin(false);
    },
    async end() {
      if (kind === undefined) await begin(true);
      if (skimmer) await skim(skimmer.end());
      (kind === 'sse' ? events : json).end();
      await takeObjects(true);
      const { pictures, errorText, ...said } = gatherer.reply();
      const kept = [...pictures.map(received), ...takeUnnamed(), ...(bare ? [asReceived(bare)] : [])];
      bare = undefined;
      await discard();
      const clean = (text: string): string => skimmer?.withoutRuns(text) ?? text;
      const error = errorText === undefined ? undefined : clean(errorText);
      said.firstText = clean(said.firstText);
      return { ...said, pictures: kept, errorText: error, kind: kind ?? 'unknown', text: clean(json.text()), isCut };
    },
  };
}

/**
 * Tells apart the pictures of one reply: by size, checksum and beginning. A hash of all bytes would take a tenth of the
 * time of a large reply.
 */
function identify({ sizeBytes, checksum, head }: { sizeBytes: number; checksum: number; head: Uint8Array }): string {
  return `${sizeBytes} ${checksum} ${createHash('sha256').update(head).digest('hex')}`;
}

function identityOf(bytes: Uint8Array): string {
  return identify({ sizeBytes: bytes.length, checksum: crc32(bytes), head: bytes.subarray(0, HEAD_BYTES) });
}
