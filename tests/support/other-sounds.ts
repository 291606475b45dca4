// Sounds of the kinds that no format asks for, as some relays send them: plain samples in every container, and
// beginnings of compressed files.

import { type PcmLayout, wavHeader } from '../../shared/speech/wav.ts';

const text = (characters: string): Buffer => Buffer.from(characters, 'latin1');
const big16 = (value: number): Buffer => Buffer.from([(value >> 8) & 0xff, value & 0xff]);
const big32 = (value: number): Buffer => Buffer.concat([big16(value >>> 16), big16(value & 0xffff)]);
const little64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const big64 = (value: number): Buffer => little64(value).reverse();
const float64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

/** Turns the bytes of every sample around. */
export function swapped(samples: Uint8Array, sampleBytes: number): Buffer {
  const bytes = Buffer.from(samples);
  for (let at = 0; at + sampleBytes <= bytes.length; at += sampleBytes) bytes.subarray(at, at + sampleBytes).reverse();
  return bytes;
}

/** A rate of up to 16 bits as a number of 80 bits. */
function extended(rateHz: number): Buffer {
  const exponent = 31 - Math.clz32(rateHz);
  return Buffer.concat([big16(16_383 + exponent), big32((rateHz << (31 - exponent)) >>> 0), big32(0)]);
}

/** Containers of plain samples. Each takes integers as wav has them, little-endian, of 16, 24 or 32 bits. */
export const LINEAR_BUILDERS = {
  aiff: (samples, layout) => {
    const common = [big16(layout.channels), big32(0), big16(layout.bitsPerSample), extended(layout.rateHz)];
    const data = swapped(samples, layout.bitsPerSample / 8);
    const chunks = [text('COMM'), big32(18), ...common, text('SSND'), big32(data.length + 8), big32(0), big32(0), data];
    const content = Buffer.concat([text('AIFF'), ...chunks]);
    return Buffer.concat([text('FORM'), big32(content.length), content]);
  },
  au: (samples, { rateHz, channels, bitsPerSample }) => {
    const data = swapped(samples, bitsPerSample / 8);
    return Buffer.concat([
      text('.snd'),
      ...[24, data.length, bitsPerSample / 8 + 1, rateHz, channels].map(big32),
      data,
    ]);
  },
  caf: (samples, { rateHz, channels, bitsPerSample }) => {
    const frame = (channels * bitsPerSample) / 8;
    const description = [float64(rateHz), text('lpcm'), ...[0, frame, 1, channels, bitsPerSample].map(big32)];
    const data = swapped(samples, bitsPerSample / 8);
    const desc = [text('desc'), big64(32), ...description];
    return Buffer.concat([
      text('caff'),
      big16(1),
      big16(0),
      ...desc,
      text('data'),
      big64(data.length + 4),
      big32(0),
      data,
    ]);
  },
  w64: (samples, layout) => {
    const guid = Buffer.from([0xf3, 0xac, 0xd3, 0x11, 0x8c, 0xd1, 0x00, 0xc0, 0x4f, 0x8e, 0xdb, 0x8a]);
    const format = Buffer.from(wavHeader(0, layout).subarray(20, 36));
    const riff = [
      text('riff'),
      Buffer.from([0x2e, 0x91, 0xcf, 0x11]),
      guid.subarray(4),
      little64(samples.length + 104),
    ];
    const fmt = [text('fmt '), guid, little64(24 + format.length), format];
    return Buffer.concat([
      ...riff,
      text('wave'),
      guid,
      ...fmt,
      text('data'),
      guid,
      little64(24 + samples.length),
      samples,
    ]);
  },
  rf64: (samples, layout) => {
    const header = Buffer.from(wavHeader(0xffff_ffff, layout));
    const sizes = [little64(samples.length + 72), little64(samples.length), little64(0), Buffer.alloc(4)];
    const ds64 = Buffer.concat([text('ds64'), Buffer.from([28, 0, 0, 0]), ...sizes]);
    return Buffer.concat([text('RF64'), header.subarray(4, 12), ds64, header.subarray(12), samples]);
  },
} as const satisfies Readonly<Record<string, (samples: Uint8Array, layout: PcmLayout) => Buffer>>;

export type LinearKind = keyof typeof LINEAR_BUILDERS;
export const LINEAR_KINDS = Object.keys(LINEAR_BUILDERS) as readonly LinearKind[];

/** Frames that begin with these bytes, of this length. */
const frames = (start: readonly number[], lengthBytes: number, count = 30): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, () =>
      Buffer.concat([Buffer.from(start), Buffer.alloc(lengthBytes, 0x55)], lengthBytes),
    ),
  );

/** The first page of an Ogg stream with this packet. */
const oggPage = (packet: Buffer): Buffer =>
  Buffer.concat([text('OggS\0\x02'), Buffer.alloc(20), Buffer.from([1, packet.length]), packet]);
const ebml = (type: string): Buffer =>
  Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x80 | type.length]),
    text(type),
    Buffer.alloc(80, 1),
  ]);

/** Bytes that begin like a compressed file of each kind; their contents cannot be decoded. */
export const COMPRESSED_HEADS = {
  flac: Buffer.concat([text('fLaC'), Buffer.alloc(500, 0x81)]),
  // 24 kHz, mono, frames of 200 bytes.
  aac: frames([0xff, 0xf1, 0x58, 0x40, 200 >> 3, ((200 & 7) << 5) | 0x1f], 200),
  latm: frames([0x56, 0xe0, 197], 200),
  // MPEG-1 layer II, 128 kbit/s at 48 kHz: frames of 384 bytes.
  mp2: frames([0xff, 0xfd, 0x84, 0xc4], 384),
  m4a: Buffer.concat([big32(24), text('ftypM4A '), Buffer.alloc(500, 1)]),
  webm: ebml('webm'),
  matroska: ebml('matroska'),
  ogg_vorbis: oggPage(Buffer.concat([text('\x01vorbis'), Buffer.alloc(23, 1)])),
  ogg_flac: oggPage(Buffer.concat([text('\x7fFLAC\x01\0\0\x01fLaC'), Buffer.alloc(38, 1)])),
  ogg_speex: oggPage(Buffer.concat([text('Speex   '), Buffer.alloc(72, 1)])),
} as const;
