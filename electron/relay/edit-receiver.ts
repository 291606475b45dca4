// Receives the reply of an edit: base64 goes to files while it arrives, what is left is understood. Knows no requests and no downloads.

import { IMPORT_LIMITS } from '../../shared/images/limits.ts';
import { type ReplyKind, sniffReply } from '../../shared/speech/sniff.ts';
import { type Base64Decoder, createBase64Decoder, decodeBase64 } from './base64.ts';
import { createReplyGatherer, type EditReply, type ReplyPicture } from './edit-reply.ts';
import { createEventReader, createJsonReader } from './event-reader.ts';
import { createJsonSkimmer } from './json-skimmer.ts';

/** Where the bytes of one picture go while they arrive. Whoever holds one keeps it or discards it. */
export type PictureFile = {
  write: (bytes: Uint8Array) => Promise<void>;
  discard: () => Promise<void>;
};

/** A picture that came back: in a file, as an address, or not at all. */
export type ReceivedPicture<F> = Omit<ReplyPicture, 'source'> & {
  source: { kind: 'file'; file: F } | { kind: 'tooLarge' } | Exclude<ReplyPicture['source'], { kind: 'base64' }>;
};

/** A reply as far as it came. `text` is what was neither an envelope nor an event, for the errors among replies. */
export type ReceivedEdit<F> = Omit<EditReply, 'pictures'> & {
  pictures: ReceivedPicture<F>[];
  kind: ReplyKind;
  text: string;
};

/** What a receiver needs. */
export type ReceiverTools<F extends PictureFile> = {
  openFile: () => Promise<F>;
  /** Gets what can be shown before the reply is whole. A preview is the caller's; a finished picture is also part of the reply, and stays it. */
  onPreview: (file: F, isFinished: boolean) => Promise<void>;
};

/** Takes the bytes of a reply in order, then gives what they were; `discard` instead when nobody wants it any more. */
export type EditReceiver<F> = {
  push: (chunk: Uint8Array) => Promise<void>;
  /** The reply is larger than any honest one: nothing more is taken. */
  isTooLarge: () => boolean;
  /** @param isCut the reply did not end by itself: pictures that are whole are taken even when their envelope is not. */
  end: (isCut: boolean) => Promise<ReceivedEdit<F>>;
  discard: () => Promise<void>;
};

const MAX_REPLY_BYTES = 1024 * 1024 * 1024;
/** What is left of a reply, or of one event, without its pictures. */
const MAX_TEXT_LENGTH = 8 * 1024 * 1024;
/** Pictures that have come and that nothing has named yet. */
const MAX_UNNAMED = 200;

/** A string of base64 on its way into a file. `file` is undefined once it grew too large. */
type Arriving<F> = { file: F | undefined; decoder: Base64Decoder; sizeBytes: number; isWhole: boolean };

/** Receives one reply. Memory holds a chunk and the words of the reply, never a picture. */
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
        await tellPreviews();
        continue;
      }
      const to = arriving.get(part.number) ?? (await open(part.number));
      await write(to, part.isEnd ? to.decoder.end() : to.decoder.push(part.text));
      if (part.isEnd) to.isWhole = true;
    }
  }

  async function tellPreviews(): Promise<void> {
    for (const { base64, isFinished } of previews.splice(0)) {
      // A picture that never went to a file of its own is shown when the reply is whole.
      if (isFinished && !arriving.has(Number(base64))) continue;
      const source = await sourceOf(base64, isFinished);
      if (source.kind === 'file') await onPreview(source.file, isFinished);
    }
  }

  /** The file that holds the base64 an object names by number, or has in it after all. */
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

  /** Pictures that arrived whole though nothing names them, because what should have named them was cut off. */
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
      await tellPreviews();
      const { pictures, ...said } = gatherer.reply();
      const received: ReceivedPicture<F>[] = [];
      for (const picture of pictures) received.push(await withFile(picture));
      if (isCut) received.push(...takeUnnamed());
      await discard();
      return { ...said, pictures: received, kind, text: json.text() };
    },
  };
}
