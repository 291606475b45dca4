import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseWavHeader, WAV_HEADER_BYTES, wavHeader } from './wav.ts';

it('reads back what it writes', () => {
  const layouts = fc.record({
    rateHz: fc.integer({ min: 1, max: 384_000 }),
    channels: fc.integer({ min: 1, max: 8 }),
    bitsPerSample: fc.constantFrom(8, 16, 24, 32),
  });
  fc.assert(
    fc.property(fc.nat(0xffffffff - 36), layouts, (dataBytes, layout) => {
      const info = parseWavHeader(wavHeader(dataBytes, layout));
      expect(info).toEqual({ ...layout, formatTag: 1, dataOffset: WAV_HEADER_BYTES, declaredBytes: dataBytes });
    }),
  );
});

it('finds the samples after other chunks', () => {
  const plain = wavHeader(10, { rateHz: 8000, channels: 1, bitsPerSample: 16 });
  const extra = new Uint8Array([...new TextEncoder().encode('LIST'), 3, 0, 0, 0, 1, 2, 3, 0]);
  const file = new Uint8Array([...plain.subarray(0, 36), ...extra, ...plain.subarray(36)]);
  expect(parseWavHeader(file)?.dataOffset).toBe(WAV_HEADER_BYTES + extra.length);
});

// attack 37
it('never throws on garbage', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (head) => void parseWavHeader(head)));
});

it('reads the sub-format of an extensible header', () => {
  const plain = wavHeader(8, { rateHz: 48_000, channels: 6, bitsPerSample: 32 }, 0xfffe);
  const format = Buffer.concat([
    plain.subarray(20, 36),
    Buffer.from([22, 0, 32, 0, 0x3f, 0, 0, 0, 3, 0]),
    Buffer.alloc(14),
  ]);
  const file = Buffer.concat([plain.subarray(0, 16), Buffer.from([40, 0, 0, 0]), format, plain.subarray(36)]);
  expect(parseWavHeader(file)).toMatchObject({ formatTag: 3, bitsPerSample: 32, dataOffset: 68 });
});
