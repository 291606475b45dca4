// Reads one MPEG audio frame header (ISO 11172-3 §2.4.2.3, ISO 13818-3). Independent of streams.

/** The content of a frame header. `samples` are per channel; `sideInfoBytes` are between header and audio data. */
export type Mp3Frame = {
  lengthBytes: number;
  samples: number;
  rateHz: number;
  channels: 1 | 2;
  sideInfoBytes: number;
};

/** A frame of any layer. */
export type MpegFrame = Pick<Mp3Frame, 'lengthBytes' | 'samples' | 'rateHz' | 'channels'> & {
  layer: 1 | 2 | 3;
  isVersion1: boolean;
};

/** Size of a frame header in bytes. */
export const MP3_HEADER_BYTES = 4;

/** By layer, of MPEG-1 and of MPEG-2 and 2.5. */
const BITRATES_KBPS = {
  version1: {
    1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  },
  version2: {
    1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    3: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  },
} as const;
const RATES_HZ = [44_100, 48_000, 32_000] as const;
/** By the two bits of the header. */
const LAYERS = [undefined, 3, 2, 1] as const;

/** Reads a header of MPEG-1, 2 or 2.5 at `offset`; undefined if there is none, or it is incomplete. */
export function mpegFrameAt(bytes: Uint8Array, offset: number): MpegFrame | undefined {
  const [b0, b1, b2, b3] = [bytes[offset], bytes[offset + 1], bytes[offset + 2], bytes[offset + 3]];
  if (b0 !== 0xff || b1 === undefined || b2 === undefined || b3 === undefined || (b1 & 0xe0) !== 0xe0) return undefined;
  const version = (b1 >> 3) & 3;
  const layer = LAYERS[(b1 >> 1) & 3];
  const rate = RATES_HZ[(b2 >> 2) & 3];
  if (version === 1 || layer === undefined || rate === undefined) return undefined;
  const isVersion1 = version === 3;
  const bitrateKbps = BITRATES_KBPS[isVersion1 ? 'version1' : 'version2'][layer][b2 >> 4];
  if (!bitrateKbps) return undefined;
  const rateHz = isVersion1 ? rate : version === 2 ? rate / 2 : rate / 4;
  const samples = layer === 1 ? 384 : layer === 3 && !isVersion1 ? 576 : 1152;
  // Frames of layer I consist of slots of four bytes.
  const slotBytes = layer === 1 ? 4 : 1;
  const slots = Math.floor(((samples / 8) * (bitrateKbps * 1000)) / rateHz / slotBytes) + ((b2 >> 1) & 1);
  return { layer, isVersion1, lengthBytes: slots * slotBytes, samples, rateHz, channels: b3 >> 6 === 3 ? 1 : 2 };
}

/** Reads a header of layer III at `offset`; undefined if there is none, or it is incomplete. */
export function mp3FrameAt(bytes: Uint8Array, offset: number): Mp3Frame | undefined {
  const frame = mpegFrameAt(bytes, offset);
  if (frame?.layer !== 3) return undefined;
  const { lengthBytes, samples, rateHz, channels, isVersion1 } = frame;
  const sideInfoBytes = isVersion1 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17;
  return { lengthBytes, samples, rateHz, channels, sideInfoBytes };
}
