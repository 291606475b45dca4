// Splits an Ogg stream (RFC 3533) into Opus packets (RFC 7845). A packet may span pages; each is returned as soon as
// its last byte has arrived.

import { createByteQueue } from './byte-queue.ts';
import { joinAll } from './byte-text.ts';
import { type Splitter, type StreamPart, UnplayableStream } from './stream-part.ts';

const PAGE_HEADER_BYTES = 27;
const CONTINUED = 1;
const FIRST = 2;
const LAST = 4;
const CAPTURE = [0x4f, 0x67, 0x67, 0x53] as const;
/** Opus is always decoded at this rate. */
const OPUS_RATE_HZ = 48_000;
/** An Opus packet fits in one or two pages (RFC 6716 §3.2.5); a longer one is not Opus. */
const MAX_PAGES_OF_PACKET = 8;
const COMMENTS = new Uint8Array(1);

type Page = { flags: number; serial: number; granule: number; lacing: Uint8Array; segment: number };
/**
 * One Opus stream. `startFrame` is the time of its first frame; undefined until its first page of sound is complete.
 */
type Stream = {
  serial: number;
  packets: number;
  preSkip: number;
  rawFrames: number;
  startFrame: number | undefined;
};

/**
 * Creates a splitter for Ogg Opus. Pre-skip and the end of the last page become `drop` parts; other streams in the file
 * are skipped.
 */
export function createOggSplitter(): Splitter {
  const queue = createByteQueue();
  let page: Page | undefined;
  let stream: Stream | undefined;
  let partial: Uint8Array[] = [];
  /** True while skipping the rest of a packet whose beginning was not received. */
  let isSkippingRest = false;

  const openPage = (next: Page): StreamPart[] => {
    page = next;
    if (next.flags & FIRST) {
      stream = { serial: next.serial, packets: 0, preSkip: 0, rawFrames: 0, startFrame: undefined };
      partial = [];
    }
    if (stream?.serial !== next.serial) return [];
    const isContinued = (next.flags & CONTINUED) !== 0;
    if (!isContinued) partial = [];
    isSkippingRest = isContinued && partial.length === 0;
    // The sound may end within the last packet of the last page; the page's granule position is its end.
    if (!(next.flags & LAST) || next.granule < 0) return [];
    const endFrame = next.granule - (stream.startFrame ?? 0);
    return endFrame >= stream.rawFrames && endFrame > 0
      ? [{ type: 'drop', fromFrame: endFrame, toFrame: Number.POSITIVE_INFINITY }]
      : [];
  };

  const closePage = (closed: Page): void => {
    page = undefined;
    if (stream?.serial !== closed.serial || stream.startFrame !== undefined || stream.rawFrames === 0) return;
    // A stream that was cut from a longer one starts at a later time.
    stream.startFrame = closed.flags & LAST ? 0 : Math.max(0, closed.granule - stream.rawFrames);
  };

  const finishPacket = (): StreamPart[] => {
    const bytes = joinAll(partial);
    partial = [];
    if (isSkippingRest) {
      isSkippingRest = false;
      return [];
    }
    if (stream === undefined || bytes.length === 0) return [];
    stream.packets += 1;
    if (stream.packets === 1) return beginOf(bytes, stream);
    if (stream.packets === 2) return [];
    const frames = opusFrames(bytes);
    stream.rawFrames += frames;
    return [{ type: 'packet', bytes, frames }];
  };

  /** Reads the next packet, or the part of it on this page; undefined while bytes are missing. */
  const readSegment = (current: Page): StreamPart[] | undefined => {
    let length = 0;
    let end = current.segment;
    let lace = 255;
    while (end < current.lacing.length && lace === 255) {
      lace = current.lacing[end] ?? 0;
      length += lace;
      end += 1;
    }
    if (queue.rest().length < length) return undefined;
    current.segment = end;
    if (stream?.serial !== current.serial) {
      queue.skip(length);
      return [];
    }
    if (stream.packets === 1) {
      // The comments, which may contain a picture.
      queue.skip(length);
      partial = [COMMENTS];
    } else partial.push(queue.take(length));
    if (partial.length > MAX_PAGES_OF_PACKET) refuse('A packet is too long.');
    return lace < 255 ? finishPacket() : [];
  };

  return (bytes) => {
    queue.push(bytes);
    const parts: StreamPart[] = [];
    for (;;) {
      if (page === undefined) {
        const next = readPageHeader(queue.rest());
        if (next === 'more') return parts;
        if (next === 'lost') {
          const { length } = queue.rest();
          const at = queue.rest().indexOf(CAPTURE[0], 1);
          queue.skip(at < 0 ? length : at);
          continue;
        }
        queue.skip(PAGE_HEADER_BYTES + next.lacing.length);
        parts.push(...openPage(next));
      } else if (page.segment === page.lacing.length) {
        closePage(page);
      } else {
        const found = readSegment(page);
        if (found === undefined) return parts;
        parts.push(...found);
      }
    }
  };
}

function readPageHeader(bytes: Uint8Array): Page | 'more' | 'lost' {
  if (CAPTURE.some((byte, at) => at < bytes.length && bytes[at] !== byte)) return 'lost';
  const count = bytes[PAGE_HEADER_BYTES - 1];
  if (count === undefined || bytes.length < PAGE_HEADER_BYTES + count) return 'more';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    flags: view.getUint8(5),
    granule: Number(view.getBigInt64(6, true)),
    serial: view.getUint32(14, true),
    lacing: bytes.slice(PAGE_HEADER_BYTES, PAGE_HEADER_BYTES + count),
    segment: 0,
  };
}

/** Reads the identification header (RFC 7845 §5.1). @throws `UnplayableStream` */
function beginOf(bytes: Uint8Array, stream: Stream): StreamPart[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isOpus = bytes.length >= 19 && String.fromCharCode(...bytes.subarray(0, 8)) === 'OpusHead';
  if (!isOpus) return refuse('This Ogg stream is not Opus.');
  const channels = view.getUint8(9);
  if (channels !== 1 && channels !== 2) return refuse('More than two channels.');
  stream.preSkip = view.getUint16(10, true);
  const gain = 10 ** (view.getInt16(16, true) / 256 / 20);
  return [
    { type: 'begin', codec: 'opus', rateHz: OPUS_RATE_HZ, channels, gain },
    { type: 'drop', fromFrame: 0, toFrame: stream.preSkip },
  ];
}

/** Number of samples per channel, at 48 kHz, that a packet decodes to (RFC 6716 §3.1). */
export function opusFrames(packet: Uint8Array): number {
  const toc = packet[0] ?? 0;
  const config = toc >> 3;
  const step = config & 3;
  const perFrame =
    config < 12 ? ([480, 960, 1920, 2880][step] ?? 0) : config < 16 ? ([480, 960][config & 1] ?? 0) : 120 << step;
  const code = toc & 3;
  return perFrame * (code === 0 ? 1 : code < 3 ? 2 : (packet[1] ?? 0) & 0x3f);
}

function refuse(reason: string): never {
  throw new UnplayableStream(reason);
}
