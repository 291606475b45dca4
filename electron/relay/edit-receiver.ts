// Receives the reply of an edit: writes base64 to files while it arrives and interprets the rest. Independent of
// requests and downloads.

import { IMPORT_LIMITS } from '../../shared/images/limits.ts';
import { type ReplyKind, sniffReply } from '../../shared/speech/sniff.ts';
import { type Base64Decoder, createBase64Decoder, decodeBase64 } from './base64.ts';
import { createReplyGatherer, type EditReply, type ReplyPicture } from './edit-reply.ts';
import { createEventReader, createJsonReader } from './event-reader.ts';
import { createJsonSkimmer } from './json-skimmer.ts';

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
 */
export type ReceivedEdit<F> = Omit<EditReply, 'pictures'> & {
  pictures: ReceivedPicture<F>[];
  kind: ReplyKind;
  text: string;
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

/**
 * Receives the bytes of a reply in order, then returns their content; call `discard` instead if the reply is no longer
 * needed.
 */
export type EditReceiver<F> = {
  push: (chunk: Uint8Array) => Promise<void>;
  /** The reply exceeds the limits: further bytes are ignored. */
  isTooLarge: () => boolean;
  /** @param isCut the reply was interrupted: complete pictures are kept even if their envelope is incomplete. */
  end: (isCut: boolean) => Promise<ReceivedEdit<F>>;
  discard: () => Promise<void>;
};

const MAX_REPLY_BYTES = 1024 * 1024 * 1024;
/** Longest text of a reply, or of one event, without its pictures. In characters. */
const MAX_TEXT_LENGTH = 8 * 1024 * 1024;
/** Most pictures that have arrived and that no object has referred to yet. */
const MAX_UNNAMED = 200;

/** A base64 string being written to a file. `file` is undefined once it exceeded the limit. */
type Arriving<F> = { file: F | undefined; decoder: Base64Decoder; sizeBytes: number; isWhole: boolean };

/** Creates the receiver of one reply. Memory holds one chunk and the text of the reply, never a picture. */
export function createEditReceiver<F extends PictureFile>({ openFile, onPreview }: ReceiverTools<F>): EditReceiver<F> {
  const skimmer = createJsonSkimmer('b64_json');
  const gatherer = createReplyGatherer();
  const arriving = new Map<number, Arriving<F>>();
  const previews: { base64: string; isFinished: boolean }[] = [];
  const take = (object: Parameters<typeof gatherer.take>[0]): void => {
    const preview = gatherer.take(object);
    if (preview?.base64) previews.push(preview);
  };
  const json = createJsonReader(MAX_TEXT_LENGTH, take);
  const events = createEventReader(MAX_TEXT_LENGTH, take);
  let head: Uint8Array = Buffer.alloc(0);
  let kind: ReplyKind | undefined;
  let sizeBytes = 0;

  const isTooLarge = (): boolean =>
    sizeBytes > MAX_REPLY_BYTES || arriving.size > MAX_UNNAMED || json.isOverfull() || events.isOverfull();

  async function write(to: Arriving<F>, bytes: Uint8Array): Promise<void> {
    to.sizeBytes += bytes.length;
    if (to.file && to.sizeBytes > IMPORT_LIMITS.maxBytes) {
      const { file } = to;
      to.file = undefined;
      await file.discard();
    }
    if (bytes.length > 0) await to.file?.write(bytes);
  }

  async function open(number: number): Promise<Arriving<F>> {
    const opened = { file: await openFile(), decoder: createBase64Decoder(), sizeBytes: 0, isWhole: false };
    arriving.set(number, opened);
    return opened;
  }

  async function skim(chunk: Uint8Array): Promise<void> {
    for (const part of skimmer.push(chunk)) {
      if (part.kind === 'text') {
        (kind === 'sse' ? events : json).push(part.bytes);
        await showPreviews();
        continue;
      }
      const to = arriving.get(part.number) ?? (await open(part.number));
      await write(to, part.isEnd ? to.decoder.end() : to.decoder.push(part.text));
      if (part.isEnd) to.isWhole = true;
    }
  }

  async function showPreviews(): Promise<void> {
    for (const { base64, isFinished } of previews.splice(0)) {
      // A picture without a file of its own is shown when the reply is complete.
      if (isFinished && !arriving.has(Number(base64))) continue;
      const source = await sourceOf(base64, isFinished);
      if (source.kind === 'file') await onPreview(source.file, isFinished);
    }
  }

  /**
   * Returns the file with the base64 that an object refers to by number, or writes one if the object contains the
   * base64.
   */
  async function sourceOf(text: string, isKept = false): Promise<{ kind: 'file'; file: F } | { kind: 'tooLarge' }> {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : -1;
    let found = arriving.get(number);
    if (!found) {
      found = await open(number);
      await write(found, decodeBase64(text));
    }
    if (!isKept) arriving.delete(number);
    return found.file ? { kind: 'file', file: found.file } : { kind: 'tooLarge' };
  }

  async function withFile(picture: ReplyPicture): Promise<ReceivedPicture<F>> {
    const { revisedPrompt, source } = picture;
    return { revisedPrompt, source: source.kind === 'base64' ? await sourceOf(source.text) : source };
  }

  /** Returns complete pictures that no object refers to because the reply was cut before the end of that object. */
  function takeUnnamed(): ReceivedPicture<F>[] {
    const found: ReceivedPicture<F>[] = [];
    for (const [number, { file, isWhole }] of arriving) {
      if (!isWhole || !file) continue;
      arriving.delete(number);
      found.push({ revisedPrompt: '', source: { kind: 'file', file } });
    }
    return found;
  }

  async function discard(): Promise<void> {
    for (const { file } of arriving.values()) await file?.discard();
    arriving.clear();
  }

  return {
    discard,
    isTooLarge,
    async push(chunk) {
      sizeBytes += chunk.length;
      if (isTooLarge()) return;
      if (kind !== undefined) return skim(chunk);
      head = Buffer.concat([head, chunk]);
      kind = sniffReply(head, null, false);
      if (kind !== undefined) await skim(head);
    },
    async end(isCut) {
      if (kind === undefined) {
        kind = sniffReply(head, null, true) ?? 'unknown';
        await skim(head);
      }
      (kind === 'sse' ? events : json).end();
      await showPreviews();
      const { pictures, ...said } = gatherer.reply();
      const received: ReceivedPicture<F>[] = [];
      for (const picture of pictures) received.push(await withFile(picture));
      if (isCut) received.push(...takeUnnamed());
      await discard();
      return { ...said, pictures: received, kind, text: json.text() };
    },
  };
}
