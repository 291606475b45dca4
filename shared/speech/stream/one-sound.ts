// Makes one file of mp3 files or Opus streams that follow each other. Players take the length of the first for that of
// all, or guess it; of one file they know it. Its length is the same wherever it is counted: the decoder is the same.

import { MP3_HEADER_BYTES, type Mp3Frame, mp3FrameAt } from '../mp3-frame.ts';
import { id3Bytes } from '../mpeg-signatures.ts';
import { startsWith } from '../signatures.ts';
import { big32, joinAll, joinBytes, little16, little32, utf8 } from './byte-text.ts';
import { createMp3Splitter, DECODER_DELAY_FRAMES, type Mp3Tag, readMp3Tag } from './mp3-splitter.ts';
import { createOggWriter } from './ogg-pages.ts';
import { createOggSplitter } from './ogg-splitter.ts';
import { type StreamPart, UnplayableStream } from './stream-part.ts';

type Packet = Extract<StreamPart, { type: 'packet' }>;
type Begin = Extract<StreamPart, { type: 'begin' }>;
type Drop = Extract<StreamPart, { type: 'drop' }>;
/** A stream of its own in a file. `frames`: of its packets, those that are dropped included. */
type Stream = { begin: Begin; packets: Packet[]; drops: Drop[]; frames: number };

/** Gain in the header of Opus: 256 steps for a decibel (RFC 7845 §5.1). */
const GAIN_STEPS = 256;
/** Name, flags, number of frames and of bytes; then what encoders say of delay and padding. */
const TAG_BYTES = 16;
const ENCODER_BYTES = 36;
const DELAY_OFFSET_BYTES = 21;
const HAS_FRAMES_AND_BYTES = 3;

/** The kinds of sound that consist of packets. `join` returns undefined for what is one file already, or cannot be. */
const PACKET_KINDS = {
  mp3: {
    split: createMp3Splitter,
    join: (bytes: Uint8Array, _all: readonly Stream[], first: Stream) => oneMp3(bytes, first),
  },
  ogg_opus: {
    split: createOggSplitter,
    join: (_bytes: Uint8Array, all: readonly Stream[], first: Stream) => oneOpus(all, first),
  },
} as const;
export type PacketKind = keyof typeof PACKET_KINDS;

/** Whether a kind of sound consists of packets. */
export function isPacketKind(kind: string): kind is PacketKind {
  return Object.hasOwn(PACKET_KINDS, kind);
}

/**
 * Returns a file as one that players read to its end.
 * @param bytes of the whole file. @returns undefined if it is one already, or cannot become one.
 */
export function asOneSound(kind: PacketKind, bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const streams = streamsOf(kind, bytes);
  const [first] = streams ?? [];
  if (streams === undefined || first === undefined) return undefined;
  return PACKET_KINDS[kind].join(bytes, streams, first);
}

/** The length of a file's sound in samples per channel, and their rate; undefined if no packet is in it. */
export function soundLength(kind: PacketKind, bytes: Uint8Array): { rateHz: number; frames: number } | undefined {
  const streams = streamsOf(kind, bytes);
  const [first] = streams ?? [];
  if (streams === undefined || first === undefined) return undefined;
  return { rateHz: first.begin.rateHz, frames: streams.reduce((sum, stream) => sum + heardFrames(stream), 0) };
}

function heardFrames({ frames, drops }: Stream): number {
  const dropped = drops.map(({ fromFrame, toFrame }) => Math.max(0, Math.min(frames, toFrame) - fromFrame));
  return Math.max(0, frames - dropped.reduce((sum, count) => sum + count, 0));
}

/** @returns undefined if the bytes are not one sound of this kind. */
function streamsOf(kind: PacketKind, bytes: Uint8Array): Stream[] | undefined {
  const streams: Stream[] = [];
  try {
    for (const part of PACKET_KINDS[kind].split()(bytes)) {
      if (part.type === 'begin') streams.push({ begin: part, packets: [], drops: [], frames: 0 });
      const stream = streams.at(-1);
      if (part.type === 'drop') stream?.drops.push(part);
      if (part.type !== 'packet' || stream === undefined) continue;
      stream.packets.push(part);
      stream.frames += part.frames;
    }
  } catch (error) {
    if (error instanceof UnplayableStream) return undefined;
    throw error;
  }
  return streams.some(({ frames }) => frames > 0) ? streams : undefined;
}

function oneMp3(bytes: Uint8Array, { packets, drops, frames }: Stream): Uint8Array<ArrayBuffer> | undefined {
  const [first] = packets;
  if (first === undefined || isPlain(bytes, packets)) return undefined;
  const delay = drops.find(({ fromFrame }) => fromFrame === 0);
  const padding = drops.findLast(({ toFrame }) => toFrame === frames);
  const cut = delay && {
    delayFrames: delay.toFrame - DECODER_DELAY_FRAMES,
    paddingFrames: padding ? frames - padding.fromFrame + DECODER_DELAY_FRAMES : 0,
  };
  const sound = packets.map((packet) => packet.bytes);
  return joinAll([...tagFrame(first.bytes, sound, cut), ...sound]);
}

/** Whether an mp3 is what players expect: tags, one that counts the frames if their sizes differ, and the frames. */
function isPlain(bytes: Uint8Array, packets: readonly Packet[]): boolean {
  let at = startsWith(bytes, 'ID3') ? id3Bytes(bytes) : 0;
  const frame = mp3FrameAt(bytes, at);
  const tag: Mp3Tag = frame ? readMp3Tag(bytes.subarray(at, at + frame.lengthBytes), frame) : 'none';
  if (frame && tag !== 'none') at += frame.lengthBytes;
  const isOneSize = packets.every((packet) => (packet.bytes[2] ?? 0) >> 4 === (packets[0]?.bytes[2] ?? 0) >> 4);
  if (tag === 'none' && !isOneSize) return false;
  // Some encoders count the frame of the tag too.
  if (tag !== 'none' && tag.frameCount !== undefined && Math.abs(tag.frameCount - packets.length) > 1) return false;
  return packets.every((packet) => {
    const from = at;
    at += packet.bytes.length;
    return packet.bytes.every((byte, i) => byte === bytes[from + i]);
  });
}

/** A frame before the others that says how many there are, and how much of their sound is not to be heard. */
function tagFrame(
  first: Uint8Array,
  sound: readonly Uint8Array[],
  cut: { delayFrames: number; paddingFrames: number } | undefined,
): Uint8Array[] {
  const [sync = 0, version = 0, rates = 0, mode = 0] = first;
  for (let bitrate = 1; bitrate < 15; bitrate++) {
    // Of the first frame, without a checksum and padding.
    const header = Uint8Array.of(sync, version | 1, (bitrate << 4) | (rates & 0x0c), mode);
    const frame = mp3FrameAt(header, 0);
    if (!frame || frame.lengthBytes < MP3_HEADER_BYTES + frame.sideInfoBytes + TAG_BYTES + ENCODER_BYTES) continue;
    return [filledTag(header, frame, sound, cut)];
  }
  return [];
}

function filledTag(
  header: Uint8Array,
  { lengthBytes, sideInfoBytes }: Mp3Frame,
  sound: readonly Uint8Array[],
  cut: { delayFrames: number; paddingFrames: number } | undefined,
): Uint8Array {
  const tag = new Uint8Array(lengthBytes);
  const at = MP3_HEADER_BYTES + sideInfoBytes;
  const sizeBytes = sound.reduce((sum, { length }) => sum + length, lengthBytes);
  tag.set(header);
  tag.set(joinBytes(utf8('Xing'), big32(HAS_FRAMES_AND_BYTES), big32(sound.length), big32(sizeBytes)), at);
  if (!cut) return tag;
  const { delayFrames, paddingFrames } = cut;
  tag.set(utf8('Lavc'), at + TAG_BYTES);
  tag.set(
    [delayFrames >> 4, ((delayFrames & 0x0f) << 4) | (paddingFrames >> 8), paddingFrames & 0xff],
    at + TAG_BYTES + DELAY_OFFSET_BYTES,
  );
  return tag;
}

function oneOpus(streams: readonly Stream[], first: Stream): Uint8Array<ArrayBuffer> | undefined {
  const { channels, gain } = first.begin;
  const isAlike = streams.every(({ begin }) => begin.channels === channels && begin.gain === gain);
  if (streams.length < 2 || !isAlike) return undefined;
  const last = streams.at(-1);
  const frames = streams.reduce((sum, stream) => sum + stream.frames, 0);
  const end = last?.drops.find(({ toFrame }) => toFrame === Number.POSITIVE_INFINITY);
  const cutFrames = last && end ? last.frames - end.fromFrame : 0;
  const tags = joinBytes(utf8('OpusTags'), little32(0), little32(0));
  const writer = createOggWriter([opusHead(first), tags], frames - Math.max(0, cutFrames));
  const pages = streams.flatMap(({ packets }) => packets.map((packet) => writer.add(packet)));
  return joinAll([writer.head(), ...pages, writer.end()]);
}

function opusHead({ begin, drops }: Stream): Uint8Array {
  const { channels, rateHz, gain } = begin;
  const preSkip = drops.find(({ fromFrame }) => fromFrame === 0)?.toFrame ?? 0;
  const steps = Math.round(20 * Math.log10(gain) * GAIN_STEPS);
  const version = Uint8Array.of(1, channels);
  return joinBytes(utf8('OpusHead'), version, little16(preSkip), little32(rateHz), little16(steps), Uint8Array.of(0));
}
