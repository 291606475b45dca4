import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { DangerousPicture, decodeGuarded, SlowPicture } from './guarded-decode.ts';

/** A GIF of 8 × 8 whose only frame says to have 20 000². */
const LYING = new Uint8Array(Buffer.from('GIF89a\x08\0\x08\0\0\0\0\x2c\0\0\0\0\x20\x4e\x20\x4e\0\x02\0\x3b', 'latin1'));
const ANY = new Uint8Array([1, 2, 3]);

const decoder = vi.fn();
beforeEach(() => {
  decoder.mockReset();
  vi.stubGlobal('createImageBitmap', decoder);
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});

it('a file that would fill the memory is given to no decoder', async () => {
  await expect(decodeGuarded(new Blob([LYING]), LYING)).rejects.toThrow(DangerousPicture);
  expect(decoder).not.toHaveBeenCalled();
});

it('a decoder that does not end is waited for only so long', async () => {
  decoder.mockReturnValue(new Promise(() => undefined));
  const decoded = expect(decodeGuarded(new Blob([ANY]), ANY)).rejects.toThrow(SlowPicture);
  await vi.runAllTimersAsync();
  await decoded;
});

it('a picture that is decoded, or cannot be, leaves no timer behind', async () => {
  decoder.mockResolvedValueOnce('bitmap').mockRejectedValueOnce(new Error('damaged'));
  expect(await decodeGuarded(new Blob([ANY]), ANY)).toBe('bitmap');
  await expect(decodeGuarded(new Blob([ANY]), ANY)).rejects.toThrow('damaged');
  expect(vi.getTimerCount()).toBe(0);
});
