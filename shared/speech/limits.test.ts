import { describe, expect, it } from 'vitest';
import { measureInput } from './limits.ts';

describe('the length of a text', () => {
  it.each([
    ['', 0, 0],
    ['Hello', 5, 5],
    ['你好', 2, 6],
    ['😀𠮷', 2, 8],
  ])('of %j is counted in characters and in bytes', (text, characters, sizeBytes) => {
    expect(measureInput(text, 1024)).toEqual({ characters, sizeBytes, limit: 'far' });
  });

  it.each([
    [79, 'far'],
    [80, 'near'],
    [100, 'near'],
    [101, 'over'],
  ])('of %i bytes, where 100 are recommended, is %s', (bytes, limit) => {
    expect(measureInput('a'.repeat(bytes), 100)).toMatchObject({ limit });
  });
});
