import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { cuts, divide } from '../../../tests/support/divide.ts';
import { encode, sweep } from '../../../tests/support/sounds.ts';
import { createOggSplitter, opusFrames } from './ogg-splitter.ts';
import { type StreamPart, UnplayableStream } from './stream-part.ts';

let ogg: Uint8Array;
beforeAll(async () => {
  ogg = await encode(sweep(0.5), 'ogg_opus');
});

function split(bytes: Uint8Array, at: readonly number[] = []): StreamPart[] {
  const push = createOggSplitter();
  return divide(bytes, at).flatMap((piece) => push(piece));
}

const packets = (parts: readonly StreamPart[]) => parts.filter((part) => part.type === 'packet');
const drops = (parts: readonly StreamPart[]) => parts.filter((part) => part.type === 'drop');

type PageFacts = { flags?: number; granule?: number; serial?: number };

/** One page with segments of these lengths, without a checksum. */
function page({ flags = 0, granule = -1, serial = 1 }: PageFacts, lacing: number[], body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(27 + lacing.length + body.length);
  bytes.set(new TextEncoder().encode('OggS'));
  const view = new DataView(bytes.buffer);
  view.setUint8(5, flags);
  view.setBigInt64(6, BigInt(granule), true);
  view.setUint32(14, serial, true);
  bytes[26] = lacing.length;
  bytes.set(lacing, 27);
  bytes.set(body, 27 + lacing.length);
  return bytes;
}

function opusHead(preSkip = 312, channels = 1): Uint8Array {
  const head = new Uint8Array(19);
  head.set(new TextEncoder().encode('OpusHead'));
  head.set([1, channels, preSkip & 0xff, preSkip >> 8], 8);
  return head;
}

const headers = (head = opusHead()): Uint8Array[] => [
  page({ flags: 2, granule: 0 }, [head.length], head),
  page({ granule: 0 }, [8], new TextEncoder().encode('OpusTags')),
];
const joined = (...pieces: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(pieces));
/** A packet that holds one 20 ms frame. */
const packet = (length: number): Uint8Array => new Uint8Array(length).fill(9).fill(0xf8, 0, 1);

describe('the Ogg splitter', () => {
  test('does not depend on how the bytes are divided', () => {
    fc.assert(
      fc.property(cuts, (at) => {
        expect(split(ogg, at)).toEqual(split(ogg));
      }),
    );
    expect(split(ogg, [...Array(ogg.length).keys()])).toEqual(split(ogg));
  });

  test('takes the exact length from the granule position', () => {
    const parts = split(ogg);
    const [preSkip, end] = drops(parts);
    expect(preSkip?.fromFrame).toBe(0);
    expect((end?.fromFrame ?? 0) - (preSkip?.toFrame ?? 0)).toBe(0.5 * 48_000);
  });

  test('joins a packet that spans several pages, and returns each packet as soon as it is complete', () => {
    const long = packet(600);
    const push = createOggSplitter();
    push(joined(...headers(), page({}, [255, 255], long.subarray(0, 510))));
    const rest = page({ flags: 1, granule: 1920 }, [90, 3], joined(long.subarray(510), packet(3)));
    expect(push(rest.subarray(0, 27 + 2 + 90))).toEqual([{ type: 'packet', bytes: long, frames: 960 }]);
    expect(packets(push(rest.subarray(27 + 2 + 90))).length).toBe(1);
  });

  test('skips other streams, and the rest of a packet whose beginning is missing', () => {
    const parts = split(
      joined(
        ...headers(),
        page({ serial: 9 }, [3], packet(3)),
        page({ flags: 1 }, [5, 4], joined(packet(5), packet(4))),
      ),
    );
    expect(packets(parts).map(({ bytes }) => bytes.length)).toEqual([4]);
  });

  test('finds the next page after garbage', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (garbage) => {
        const safe = garbage.map((byte) => (byte === 0x4f ? 0 : byte));
        expect(packets(split(joined(...headers(), safe, page({}, [3], packet(3))))).length).toBe(1);
      }),
    );
  });

  test('ignores a last position that makes no sense', () => {
    const pages = (granule: number) =>
      joined(...headers(), page({ granule: 960 }, [3], packet(3)), page({ flags: 4, granule }, [3], packet(3)));
    expect(drops(split(pages(1500))).at(-1)).toMatchObject({ fromFrame: 1500 });
    for (const granule of [-1, 0, 100]) expect(drops(split(pages(granule))).length).toBe(1);
  });

  test('rejects streams other than Opus, and more than two channels', () => {
    expect(() => split(joined(...headers(new Uint8Array(30))))).toThrow(UnplayableStream);
    expect(() => split(joined(...headers(opusHead(0, 6))))).toThrow(UnplayableStream);
  });

  test.each([
    [0x00, 480],
    [0x18, 2880],
    [0x60, 480],
    [0x68, 960],
    [0x80, 120],
    [0xf8, 960],
    [0xf9, 1920],
  ])('a packet that begins with %i has %i frames', (toc, frames) => {
    expect(opusFrames(new Uint8Array([toc]))).toBe(frames);
    expect(opusFrames(new Uint8Array([toc | 3, 3]))).toBe(toc & 3 ? 3 * (frames / 2) : 3 * frames);
  });
});
