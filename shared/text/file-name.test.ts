import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeFileName } from './file-name.ts';

it.each([
  ['Hello from the studio – Shiny', 'Hello from the studio – Shiny.wav'],
  ['你好,世界', '你好,世界.wav'],
  ['../../etc/passwd', 'etc passwd.wav'],
  ['a.png:evil', 'a.png evil.wav'],
  ['a\u202Egnp.exe', 'a gnp.exe.wav'],
  ['CON', 'untitled CON.wav'],
  ['  ... ', 'untitled.wav'],
])('%j → %j', (stem, expected) => expect(safeFileName(stem, 'wav')).toBe(expected));

it('is short and free of separators for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (stem) => {
      const name = safeFileName(stem, 'wav');
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}]/u);
      expect(name).toMatch(/^[^\s.].*\.wav$/u);
    }),
  );
});
