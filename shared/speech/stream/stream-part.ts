// The parts that a compressed stream is split into. Independent of the format.

/**
 * One part of a stream, in order. `begin` opens a stream; it can occur again, where files were joined. `frames` are
 * samples per channel. `codec` is the name in WebCodecs. `drop` marks decoded frames that are not sound (encoder delay,
 * padding), counted from `begin`; it precedes the packets it refers to.
 */
export type StreamPart =
  | { type: 'begin'; codec: string; rateHz: number; channels: 1 | 2; gain: number }
  | { type: 'drop'; fromFrame: number; toFrame: number }
  | { type: 'packet'; bytes: Uint8Array<ArrayBuffer>; frames: number };

/** Takes chunks of any size and returns the parts they complete. @throws `UnplayableStream` */
export type Splitter = (bytes: Uint8Array) => StreamPart[];

/** Thrown when the bytes cannot be played while they arrive. */
export class UnplayableStream extends Error {
  override name = 'UnplayableStream';
}
