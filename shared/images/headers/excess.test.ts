import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodingDanger } from '../picture-header.ts';
import { EXCESS_LIMITS } from './excess.ts';

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const be = (...values: number[]): Buffer => Buffer.concat(values.map((value) => int(value, 4, true)));
const le = (bytes: number, ...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => int(value, bytes, false)));
function int(value: number, bytes: number, isBig: boolean): Buffer {
  const made = Buffer.alloc(bytes);
  if (isBig) made.writeUIntBE(value, 0, bytes);
  else made.writeUIntLE(value, 0, bytes);
  return made;
}
const times = (count: number, part: Buffer): Buffer => Buffer.concat(Array<Buffer>(count).fill(part));

const chunk = (type: string, data: Buffer): Buffer => Buffer.concat([be(data.length), ascii(type), data, be(0)]);
const png = (...chunks: Buffer[]): Buffer =>
  Buffer.concat([
    ascii('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', Buffer.concat([be(10, 10), Buffer.from([8, 6, 0, 0, 0])])),
    ...chunks,
    chunk('IEND', Buffer.of()),
  ]);
const fcTL = (width: number, height: number, x = 0): Buffer =>
  chunk('fcTL', Buffer.concat([be(0, width, height, x, 0), Buffer.alloc(6)]));
const inflatesTo = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes));

const gif = (frames: readonly (readonly [left: number, top: number, width: number, height: number])[]): Buffer =>
  Buffer.concat([
    ascii('GIF89a'),
    le(2, 10, 10),
    Buffer.alloc(3),
    ...frames.map((frame) => Buffer.concat([ascii(','), le(2, ...frame), Buffer.from([0, 2, 1, 0, 0])])),
    ascii(';'),
  ]);

const riff = (...chunks: Buffer[]): Buffer => {
  const content = Buffer.concat([ascii('WEBP'), ...chunks]);
  return Buffer.concat([ascii('RIFF'), le(4, content.length), content]);
};
const webpChunk = (type: string, data: Buffer): Buffer => Buffer.concat([ascii(type), le(4, data.length), data]);
const vp8x = webpChunk('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), le(3, 9, 9)]));
const vp8l = (width: number, height: number): Buffer =>
  webpChunk('VP8L', Buffer.concat([Buffer.from([0x2f]), le(4, width - 1 + (height - 1) * 2 ** 14), Buffer.alloc(3)]));
const anmf = (width: number, height: number): Buffer =>
  webpChunk('ANMF', Buffer.concat([le(3, 0, 0, width - 1, height - 1, 100), Buffer.from([0]), vp8l(width, height)]));

const segment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker]), int(data.length + 2, 2, true), data]);
const sof = (width: number, height: number): Buffer =>
  segment(
    0xc2,
    Buffer.concat([Buffer.from([8]), int(height, 2, true), int(width, 2, true), Buffer.from([1, 1, 17, 0])]),
  );
const scan = Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from([0x12, 0xff, 0, 0x34])]);
const jpeg = (...parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts, Buffer.from([0xff, 0xd9])]);

const box = (type: string, ...content: Buffer[]): Buffer => {
  const data = Buffer.concat(content);
  return Buffer.concat([be(data.length + 8), ascii(type), data]);
};
const ispe = (width: number, height: number): Buffer => box('ispe', be(0, width, height));
const avif = (brand: string, ...boxes: Buffer[]): Buffer =>
  Buffer.concat([
    box('ftyp', ascii(brand), be(0), ascii(brand)),
    box('meta', be(0), box('iprp', box('ipco', ispe(10, 10)))),
    ...boxes,
  ]);

describe('a picture that must be given to no decoder', () => {
  it.each<[string, Buffer, string | undefined]>([
    ['GIF: a frame larger than its screen', gif([[0, 0, 20_000, 20_000]]), 'sideTooLong'],
    [
      'GIF: a large frame after a small one',
      gif([
        [0, 0, 10, 10],
        [0, 0, 12_000, 12_000],
      ]),
      'tooManyPixels',
    ],
    ['GIF: a small frame far outside', gif([[60_000, 0, 10, 10]]), 'sideTooLong'],
    ['GIF: too many frames', gif(Array<[0, 0, 1, 1]>(EXCESS_LIMITS.frames + 1).fill([0, 0, 1, 1])), 'tooComplex'],
    ['GIF: an ordinary animation', gif(Array<[0, 0, 10, 10]>(100).fill([0, 0, 10, 10])), undefined],
    ['APNG: a frame larger than the picture', png(fcTL(30_000, 30_000)), 'sideTooLong'],
    ['APNG: a frame far outside', png(fcTL(10, 10, 2 ** 31)), 'sideTooLong'],
    // attack 34
    ['APNG: too many frames announced', png(chunk('acTL', be(100_000, 0))), 'tooComplex'],
    ['APNG: too many frames', png(times(EXCESS_LIMITS.frames, fcTL(10, 10))), 'tooComplex'],
    // attack 34
    [
      'PNG: a profile that inflates to gigabytes',
      png(chunk('iCCP', Buffer.concat([ascii('p\0\0'), inflatesTo(2e8)]))),
      'tooComplex',
    ],
    // attack 34
    ['PNG: a text that inflates', png(chunk('zTXt', Buffer.concat([ascii('p\0\0'), inflatesTo(5e7)]))), 'tooComplex'],
    [
      'PNG: an international text that inflates',
      png(chunk('iTXt', Buffer.concat([ascii('p\0\x01\0en\0pp\0'), inflatesTo(5e7)]))),
      'tooComplex',
    ],
    [
      'PNG: many texts that inflate',
      png(times(40, chunk('zTXt', Buffer.concat([ascii('p\0\0'), inflatesTo(1e6)])))),
      'tooComplex',
    ],
    [
      'PNG: too many compressed texts',
      png(times(EXCESS_LIMITS.compressed + 1, chunk('zTXt', ascii('p\0\0')))),
      'tooComplex',
    ],
    [
      'PNG: an ordinary profile and text',
      png(chunk('iCCP', Buffer.concat([ascii('p\0\0'), inflatesTo(5000)])), chunk('tEXt', Buffer.alloc(9e6))),
      undefined,
    ],
    ['PNG: a profile of nonsense', png(chunk('iCCP', Buffer.alloc(3000, 0xee))), undefined],
    ['PNG: too many chunks', png(times(EXCESS_LIMITS.parts, chunk('tEXt', Buffer.of()))), 'tooComplex'],
    ['WebP: a frame larger than the canvas', riff(vp8x, anmf(16_000, 16_000)), 'tooManyPixels'],
    ['WebP: a bitstream larger than the canvas', riff(vp8x, vp8l(16_000, 16_000)), 'tooManyPixels'],
    ['WebP: too many frames', riff(vp8x, times(EXCESS_LIMITS.frames, anmf(1, 1))), 'tooComplex'],
    ['WebP: an ordinary animation', riff(vp8x, times(50, anmf(10, 10))), undefined],
    // attack 35
    ['JPEG: thousands of passes', jpeg(sof(10, 10), times(2000, scan)), 'tooComplex'],
    ['JPEG: a few dozen passes over a large picture', jpeg(sof(9000, 9000), times(60, scan)), 'tooComplex'],
    // attack 35
    ['JPEG: a larger frame in a later header', jpeg(sof(10, 10), scan, sof(65_500, 65_500)), 'sideTooLong'],
    ['JPEG: an ordinary progressive one', jpeg(sof(10_000, 10_000), times(12, scan)), undefined],
    [
      'AVIF: a larger size in a later box',
      avif('avif', box('mdat', Buffer.alloc(100)), box('meta', be(0), box('iprp', box('ipco', ispe(30_000, 10))))),
      'sideTooLong',
    ],
    [
      'AVIF: a sequence of too many frames',
      avif('avis', box('moov', box('trak', box('mdia', box('minf', box('stbl', box('stsz', be(0, 1, 5000)))))))),
      'tooComplex',
    ],
    [
      'AVIF: a track larger than its picture',
      avif('avis', box('moov', box('trak', box('tkhd', Buffer.alloc(76), be(20_000 * 65_536, 65_536))))),
      'sideTooLong',
    ],
    ['AVIF: an ordinary one', avif('avif', box('mdat', Buffer.alloc(100))), undefined],
  ])('%s', (_name, bytes, excess) => expect(decodingDanger(bytes)).toBe(excess));
});

it('what encoders make is decoded', async () => {
  const pixels = sharp({ create: { width: 64, height: 48, channels: 4, background: 'teal' } }).withMetadata();
  const files = [
    pixels.clone().png(),
    pixels.clone().jpeg({ progressive: true, mozjpeg: true }),
    pixels.clone().webp(),
    pixels.clone().gif(),
    pixels.clone().avif(),
  ];
  for (const file of files) expect(decodingDanger(await file.toBuffer())).toBeUndefined();
});
