import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { recogniseContent } from '../../library/recognise-content.ts';
import { importProblem, problemFacts, readPictureHeader, recognisePicture } from '../picture-header.ts';

const [WIDTH, HEIGHT] = [48, 30];

/** A box of ISO 14496-12. */
function box(type: string, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(
    contents.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}

/** An HEIC file without pixels; `turns` are quarter turns anticlockwise. */
function heic(turns: number): Buffer {
  const properties = box('ipco', box('ispe', u32(0, WIDTH, HEIGHT)), box('irot', Buffer.from([turns])));
  return Buffer.concat([box('ftyp', 'heic', u32(0), 'mif1heic'), box('meta', u32(0), box('iprp', properties))]);
}

function psd(): Buffer {
  const file = Buffer.alloc(30);
  file.write('8BPS\0\x01', 0, 'latin1');
  file.writeUInt32BE(HEIGHT, 14);
  file.writeUInt32BE(WIDTH, 18);
  return file;
}

function ico(): Buffer {
  const file = Buffer.alloc(6 + 32);
  file.write('\0\0\x01\0\x02', 0, 'latin1');
  file.set([16, 16, 0, 0, 1, 0, 32, 0], 6);
  file.set([WIDTH, HEIGHT, 0, 0, 1, 0, 32, 0], 22);
  file.writeUInt32LE(38, 18);
  return file;
}

const JP2 = Buffer.concat([
  box('jP  ', '\r\n\x87\n'),
  box('ftyp', 'jp2 ', u32(0), 'jp2 '),
  box('jp2h', box('ihdr', u32(HEIGHT, WIDTH), Buffer.alloc(6))),
]);
/** The size by its bits, lowest first: not small, height 1 + 29 in 9 bits, no ratio, width 1 + 47 in 9 bits. */
const JXL = Buffer.concat([
  Buffer.from([0xff, 0x0a]),
  bits([0, 1], [0, 2], [29, 9], [0, 3], [0, 2], [47, 9]),
  Buffer.alloc(9),
]);

function bits(...fields: [value: number, count: number][]): Buffer {
  let [all, at] = [0n, 0n];
  for (const [value, count] of fields) {
    all |= BigInt(value) << at;
    at += BigInt(count);
  }
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(all);
  return bytes;
}

const raw = () => sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'teal' } });
const size = { width: WIDTH, height: HEIGHT };

describe('a picture that the app does not show is recognised and measured', () => {
  it.each([
    ['heic', async () => heic(0), size],
    ['heic', async () => heic(1), { width: HEIGHT, height: WIDTH }],
    ['tiff', () => raw().tiff().toBuffer(), size],
    ['jxl', async () => JXL, size],
    ['jxl', async () => Buffer.concat([box('JXL ', '\r\n\x87\n'), box('ftyp', 'jxl '), box('jxlc', JXL)]), size],
    ['jp2', async () => JP2, size],
    [
      'jp2',
      async () => Buffer.concat([Buffer.from('ff4fff5100000000', 'hex'), u32(WIDTH + 2, HEIGHT + 3, 2, 3)]),
      size,
    ],
    ['psd', async () => psd(), size],
    ['ico', async () => ico(), size],
  ] as const)('%s', async (format, make, expected) => {
    const bytes = await make();
    expect(recognisePicture(bytes)).toEqual({ format, size: expected });
    expect(recogniseContent(bytes)).toBe(format);
    // It is still none that can be opened; the error names it.
    expect(importProblem(readPictureHeader(bytes), bytes.length, bytes)).toBe('unsupported');
    expect(problemFacts('unsupported', bytes.length, bytes).kind).toBeTruthy();
  });
});

it('recognises the beginning of any of them without fail, whatever follows', async () => {
  const files = [heic(0), await raw().tiff().toBuffer(), JXL, JP2, psd(), ico()];
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.nat(100), fc.uint8Array({ maxLength: 100 }), (file, length, tail) => {
      const found = recognisePicture(Buffer.concat([file.subarray(0, length), tail]));
      if (found?.size) expect(Math.min(found.size.width, found.size.height)).toBeGreaterThan(0);
    }),
  );
});

// attack 36
it('an AVIF with the brands of HEIC is an AVIF', async () => {
  const avif = await raw().avif({ effort: 0 }).toBuffer();
  expect(avif.subarray(0, 40).toString('latin1')).toContain('mif1');
  expect(recognisePicture(avif)).toEqual({ format: 'avif', size });
});

it('a picture beyond a limit comes with its own size', () => {
  const png = Buffer.alloc(40);
  png.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 0, 'latin1');
  png.writeUInt32BE(20_000, 16);
  png.writeUInt32BE(10, 20);
  png.set([8, 2], 24);
  expect(importProblem(readPictureHeader(png), 40, png)).toBe('sideTooLong');
  expect(problemFacts('sideTooLong', 40, png)).toEqual({ widthPx: 20_000, heightPx: 10 });
  expect(problemFacts('tooManyBytes', 70_000_000, png)).toEqual({ sizeBytes: 70_000_000 });
});

it('an AVIF that is rotated and mirrored has the orientation of both', () => {
  const turned = (...transforms: Buffer[]) =>
    readPictureHeader(
      Buffer.concat([
        box('ftyp', 'avif', u32(0), 'avif'),
        box('meta', u32(0), box('iprp', box('ipco', box('ispe', u32(0, WIDTH, HEIGHT)), ...transforms))),
      ]),
    )?.orientation;
  const mirror = (axis: number) => box('imir', Buffer.from([axis]));
  const turn = (quarters: number) => box('irot', Buffer.from([quarters]));
  expect([turned(), turned(mirror(0)), turned(mirror(1)), turned(turn(1))]).toEqual([1, 4, 2, 8]);
  // EXIF's 5 and 7 are transpositions: a quarter turn and a mirror.
  expect([turned(turn(1), mirror(0)), turned(turn(3), mirror(0))]).toEqual([5, 7]);
});
