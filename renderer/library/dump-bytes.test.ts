import { expect, it } from 'vitest';
import { dumpBytes } from './dump-bytes.ts';

it('writes eight bytes to a line, in hexadecimal and as characters', () => {
  const bytes = Uint8Array.from([0x52, 0x49, 0x46, 0x46, 0x24, 0x08, 0, 0xff, 0x57]);
  expect(dumpBytes(bytes)).toBe('52 49 46 46 24 08 00 ff  RIFF$...\n57                       W');
});
