// What a compressed stream is made of once it is taken apart. Knows no format.

/**
 * One piece of a stream, in order. `begin` opens a stream, and opens one again where files were joined. `frames` are samples per channel.
 * `codec` is what WebCodecs calls it.
 * `drop` names decoded frames that are no sound (encoder delay, padding), counted from `begin`; it comes before the packets it is about.
 */
export type StreamPart =
  | { type: 'begin'; codec: string; rateHz: number; channels: 1 | 2; gain: number }
  | { type: 'drop'; fromFrame: number; toFrame: number }
  | { type: 'packet'; bytes: Uint8Array<ArrayBuffer>; frames: number };

/** Takes bytes in any division and gives the parts they complete. @throws `UnplayableStream` */
export type Splitter = (bytes: Uint8Array) => StreamPart[];

/** The bytes are something that is not played while it arrives. */
export class UnplayableStream extends Error {
  override name = 'UnplayableStream';
}
