import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isDeviceName, safeFileName } from './file-name.ts';

it.each([
  ['Hello from the studio – Shiny', 'Hello from the studio – Shiny.wav'],
  ['你好,世界', '你好,世界.wav'],
  // attack 38
  ['../../etc/passwd', 'etc passwd.wav'],
  // attack 38
  ['a.png:evil', 'a.png evil.wav'],
  ['a\u202Egnp.exe', 'agnp.exe.wav'],
  // attack 38
  ['CON', 'untitled CON.wav'],
  ['con.tar', 'untitled con.tar.wav'],
  ['Aux .x', 'untitled Aux .x.wav'],
  ['COM¹', 'untitled COM¹.wav'],
  ['lpt³', 'untitled lpt³.wav'],
  ['LPT0', 'untitled LPT0.wav'],
  ['CONIN$', 'untitled CONIN$.wav'],
  ['conout$. .', 'untitled conout$.wav'],
  ['nul:', 'untitled nul.wav'],
  ['console', 'console.wav'],
  ['a\u061cb\u200bc\u2066d', 'abcd.wav'],
  // attack 55
  ['a\u00ad\ufeff\u2062b\u{e0041}', 'ab.wav'],
  ['\u200d', 'untitled \u200d.wav'],
  // attack 55
  ['-rf', 'rf.wav'],
  ['\u200b--output=x -y', 'output=x -y.wav'],
  ['trailing. . ', 'trailing.wav'],
  ['  ... ', 'untitled.wav'],
])('%j → %j', (stem, expected) => expect(safeFileName(stem, 'wav')).toBe(expected));

it.each([
  ['x/../../../file', 'a.xfile'],
  ['..', 'a'],
  ['', 'a'],
  ['png\0', 'a.png'],
  ['png:evil', 'a.pngevil'],
  ['exe\u202e', 'a.exe'],
  ['w av. ', 'a.wav'],
  ['x'.repeat(500), `a.${'x'.repeat(16)}`],
])('the extension %j → %j', (extension, expected) => expect(safeFileName('a', extension)).toBe(expected));

// attack 38
it('is short and free of separators for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), fc.string({ unit: 'binary' }), (stem, extension) => {
      const name = safeFileName(stem, extension);
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}]/u);
      expect(name).toMatch(/^[^\s.-](?:.*[^\s.])?$/u);
      expect(isDeviceName(name)).toBe(false);
    }),
  );
});
