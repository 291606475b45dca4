import { types } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from './codec.ts';

// A socket passes Buffers at any position in a pool.
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from('pool'), bytes]).subarray(4);
const roundTrip = (value: unknown): unknown => decodeMessage(asBuffer(encodeMessage(value, types.isProxy)));

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  withNullPrototype: true,
  withObjectString: true,
});

describe('the IPC codec', () => {
  it('returns the same values as structuredClone', () => {
    fc.assert(
      fc.property(anything, (value) => {
        expect(roundTrip(value)).toStrictEqual(structuredClone(value));
      }),
    );
  });

  it('keeps typed arrays, buffers and views; a view brings the whole buffer under it, as in Electron', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(50), (bytes, skip) => {
        const part = bytes.subarray(Math.min(skip, bytes.length));
        const result = roundTrip({ part, buffer: bytes.buffer, view: new DataView(bytes.buffer) }) as {
          part: Uint8Array;
          buffer: ArrayBuffer;
          view: DataView;
        };
        expect(result.part).toStrictEqual(new Uint8Array(part));
        expect(result.part.buffer.byteLength).toBe(part.buffer.byteLength);
        expect(result.part.buffer).toBe(result.buffer);
        expect(new Uint8Array(result.buffer)).toStrictEqual(bytes);
        expect(result.view).toBeInstanceOf(DataView);
      }),
    );
  });

  it('turns a Buffer into a Uint8Array', () => {
    const result = roundTrip([Buffer.from('abc')]) as [Uint8Array];
    expect(Object.getPrototypeOf(result[0])).toBe(Uint8Array.prototype);
    expect([...result[0]]).toEqual([97, 98, 99]);
  });

  it('keeps cycles and shared objects', () => {
    const shared = { name: 'one' };
    const value: Record<string, unknown> = { first: shared, second: shared, when: new Date(5) };
    value.self = value;
    const result = roundTrip(value) as typeof value;
    expect(result.self).toBe(result);
    expect(result.first).toBe(result.second);
    expect(result.when).toEqual(new Date(5));
  });

  it('keeps errors, their kind and their cause', () => {
    const result = roundTrip(new RangeError('too far', { cause: { at: 3 } })) as RangeError;
    expect(result).toBeInstanceOf(RangeError);
    expect(result.message).toBe('too far');
    expect(result.cause).toEqual({ at: 3 });
  });

  it('keeps a field named __proto__ as a field', () => {
    const result = roundTrip(JSON.parse('{"__proto__":{"polluted":true}}')) as object;
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(Object.hasOwn(result, '__proto__')).toBe(true);
  });

  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a promise', Promise.resolve()],
    ['a WeakMap', new WeakMap()],
    ['a Proxy', new Proxy({}, {})],
    ['shared memory', new SharedArrayBuffer(4)],
    ['a Blob', new Blob(['x'])],
  ])('refuses %s as Electron does', (_name, value) => {
    expect(() => roundTrip({ deep: [value] })).toThrow('An object could not be cloned.');
  });

  it('refuses bytes in another format', () => {
    expect(() => decodeMessage(new Uint8Array([1, 2]))).toThrow();
    expect(() => decodeMessage(new Uint8Array(8).fill(255))).toThrow();
  });
});
