import zlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../shared/bounds.ts';
import { runs } from '../../tests/support/runs.ts';
import { CODING_BROKEN, decodeBody } from './content-coding.ts';

const TEXT = Buffer.from(Array.from({ length: 20_000 }, (_, line) => `line ${line * 7919} of it\n`).join(''));
const NOISE = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 2654435761) >>> 24));

const ENCODERS = {
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  'raw deflate': zlib.deflateRawSync,
  br: (bytes: Uint8Array) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: zlib.zstdCompressSync,
} as const;
const DECODERS = { gzip: zlib.gunzipSync, zstd: zlib.zstdDecompressSync } as const;
type Name = keyof typeof ENCODERS;
const NAMES = Object.keys(ENCODERS) as Name[];
const headerOf = (name: Name): string => (name === 'raw deflate' ? 'deflate' : name);

async function decode(coded: Uint8Array, header: string, pieceBytes = 1000, failure?: string) {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < coded.length; at += pieceBytes) yield coded.subarray(at, at + pieceBytes);
  }
  const body = decodeBody({ chunks: chunks(), failure: () => failure }, header);
  const read: Uint8Array[] = [];
  for await (const chunk of body.chunks) read.push(chunk);
  return { bytes: Buffer.concat(read), failure: body.failure() };
}

describe.each(NAMES)('%s', (name) => {
  it('is decoded however its bytes are split', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), fc.integer({ min: 1, max: 700 }), async (bytes, piece) => {
        const decoded = await decode(ENCODERS[name](bytes), headerOf(name), piece);
        expect(decoded).toEqual({ bytes: Buffer.from(bytes), failure: undefined });
      }),
      { numRuns: runs(30) },
    );
  });

  it('that is cut gives what can be decoded of it, and says so', async () => {
    const coded = ENCODERS[name](TEXT);
    let longest = 0;
    for (const part of [0.3, 0.6, 0.9, 0.999]) {
      const { bytes, failure } = await decode(coded.subarray(0, Math.floor(coded.length * part)), headerOf(name));
      expect(failure).toBe(CODING_BROKEN);
      expect(bytes.equals(TEXT.subarray(0, bytes.length))).toBe(true);
      expect(bytes.length).toBeGreaterThanOrEqual(longest);
      longest = bytes.length;
    }
    expect(longest).toBeGreaterThan(TEXT.length * 0.5);
  });

  it('that is cut at any byte is never called whole', async () => {
    const text = TEXT.subarray(0, 300);
    const coded = ENCODERS[name](text);
    for (let at = 1; at < coded.length; at++) {
      const { bytes, failure } = await decode(coded.subarray(0, at), headerOf(name));
      // So short that the coding cannot be seen: the bytes are kept as they are.
      if (failure === undefined) expect(bytes).toEqual(coded.subarray(0, at));
      else expect(text.subarray(0, bytes.length)).toEqual(bytes);
    }
  });

  it('that is damaged keeps what came before', async () => {
    const coded = Buffer.concat([ENCODERS[name](TEXT)]);
    coded.fill(0xff, Math.floor(coded.length * 0.8));
    const { bytes, failure } = await decode(coded, headerOf(name));
    expect(failure).toBe(CODING_BROKEN);
    expect(bytes.length).toBeGreaterThan(1000);
  });

  it('is ignored where it is named but was not applied', async () => {
    expect(await decode(NOISE, headerOf(name))).toEqual({ bytes: NOISE, failure: undefined });
  });

  // attack 31
  it('does not expand in memory', async () => {
    const bomb = ENCODERS[name](Buffer.alloc(200 * 1024 * 1024));
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield bomb;
    }
    const before = process.memoryUsage().rss;
    const body = decodeBody({ chunks: chunks(), failure: () => undefined }, headerOf(name));
    for (let count = 0; count < 20; count++) await body.chunks.next();
    await body.chunks.return?.();
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});

it('decodes several codings, the last one first', async () => {
  const coded = ENCODERS.br(ENCODERS.gzip(TEXT));
  expect(await decode(coded, 'gzip, br')).toEqual({ bytes: TEXT, failure: undefined });
});

// bound codings-of-reply
it.each(['gzip', 'deflate', 'br', 'zstd'] as const)(
  '%s named more often than is declared is left as it came',
  async (name) => {
    const coded = Array.from({ length: BOUNDS.codingsOfReply + 1 }).reduce<Buffer>((b) => ENCODERS[name](b), NOISE);
    for (const count of [BOUNDS.codingsOfReply + 1, 60_000]) {
      const { bytes, failure } = await decode(coded, Array(count).fill(name).join(','));
      expect(failure).toBeUndefined();
      // What its first bytes tell is decoded all the same.
      expect(bytes).toEqual(name === 'gzip' || name === 'zstd' ? DECODERS[name](coded) : coded);
    }
  },
);

it.each(['gzip', 'zstd'] as const)('decodes %s that is not named', async (name) => {
  expect(await decode(ENCODERS[name](TEXT), '')).toEqual({ bytes: TEXT, failure: undefined });
});

it('leaves bytes without a coding as they are, and reports why they ended early', async () => {
  expect(await decode(TEXT, '', 999, 'cut')).toEqual({ bytes: TEXT, failure: 'cut' });
  expect(await decode(Buffer.alloc(0), 'gzip')).toEqual({ bytes: Buffer.alloc(0), failure: undefined });
  expect(await decode(TEXT, 'identity, unknown-coding')).toEqual({ bytes: TEXT, failure: undefined });
});
