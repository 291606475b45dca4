import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { bytesSchema } from './bytes.ts';

it('copies a part of a buffer, and passes a whole one on', () => {
  const pool = new TextEncoder().encode('secret, sound');
  const part = bytesSchema.parse(Buffer.from(pool.buffer, 8, 5));
  expect(new TextDecoder().decode(part)).toBe('sound');
  expect(part.buffer.byteLength).toBe(5);
  expect(bytesSchema.parse(pool)).toBe(pool);
  expect(bytesSchema.safeParse('sound').success).toBe(false);
});

it('no other schema takes bytes as they are', async () => {
  const folder = new URL('.', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !/test|bytes/.test(name));
  const files = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  expect(names.filter((_name, i) => /instanceof\((?:Uint8Array|ArrayBuffer|Buffer)\)/.test(files[i] ?? ''))).toEqual(
    [],
  );
});
