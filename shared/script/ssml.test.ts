import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../tests/support/processor-time.ts';
import { stripSsml } from './ssml.ts';

describe('pasted SSML', () => {
  it('becomes plain text, with its breaks as pauses', () => {
    const text = `<?xml version="1.0"?>
<speak version="1.1" xml:lang='en'><!-- a comment <break/> -->
  <p>Hello<break time="500ms"/>world &amp; all.</p><p><s>It is <emphasis level="strong">late</emphasis>.</s><s>Go.</s></p>
</speak>`;
    expect(stripSsml(text)).toEqual({
      text: 'Hello [pause 0.5] world & all.\nIt is late. Go.',
      tagCount: 15,
      breakCount: 1,
    });
  });

  it.each([
    ['你好<break time="1s"/>世界', '你好[pause 1]世界'],
    ['One. <break/> Two.', 'One. [pause 0.5] Two.'],
    ['One<break time="250ms">two</break>', 'One [pause 0.25] two'],
    ['<break strength="none"/>x', 'x'],
    ['<break strength="a > b"/>x', 'x'],
    [
      '<prosody rate="slow">a &lt;b&gt; &#65;&#x4e2d; &unknown; &#0; &#55296;</prosody>',
      'a <b> A中 &unknown; &#0; &#55296;',
    ],
    ['<speak>&amp;lt;</speak>', '&lt;'],
    ['<speak><![CDATA[a < b & c]]></speak>', 'a < b & c'],
    ['<mstts:express-as style="sad">No</mstts:express-as>', 'No'],
    ['<SPEAK>loud</SPEAK>', 'loud'],
    ['<speak>a < b, 1 <2 and <unclosed', 'a < b, 1 <2 and <unclosed'],
    ['<speak><b>bold</b></speak>', 'bold'],
  ])('%j → %j', (text, plain) => expect(stripSsml(text)?.text).toBe(plain));

  it.each([
    'a < b and c > d',
    'I <3 you',
    '<b>bold</b>',
    'Anna: hi',
    '',
    '<',
    '<break',
    '</>',
    '&lt;speak&gt;',
    '<!-- x -->',
  ])('is not %j', (text) => expect(stripSsml(text)).toBeUndefined());

  it('has no tags left, and its text is kept', () => {
    const words = fc.stringMatching(/^[a-z ]{0,10}$/);
    const tag = fc.constantFrom('<break/>', '<emphasis>', '</emphasis>', '<prosody rate="x>y">', '<!-- > -->');
    fc.assert(
      fc.property(fc.array(fc.tuple(words, tag)), (pieces) => {
        const text = `<speak>${pieces.flat().join('')}</speak>`;
        const spoken = pieces.map(([word]) => word).join('');
        expect(stripSsml(text)?.text.replaceAll(/\[pause 0\.5\]| /g, '')).toBe(spoken.replaceAll(' ', ''));
      }),
    );
  });

  it('never throws', () => {
    const piece = fc.oneof(fc.constantFrom('<', '>', '"', '&', ';', '<speak', '<!--', '&#x', '<break/>'), fc.string());
    fc.assert(fc.property(fc.array(piece), (pieces) => void stripSsml(pieces.join(''))));
  });

  it.each([
    '<',
    '<a ',
    '<a b="',
    '<!--',
    '<![CDATA[',
    '<?',
    '&',
    '&#',
    '<break ',
    '</',
    '<a:',
    '<!DOCTYPE',
    '"<a \'',
    '&amp',
  ])('does not slow down for a million times %j', (piece) => {
    const started = processorMs();
    stripSsml(`<speak>${piece.repeat(1_000_000 / piece.length)}`);
    expect(processorMs() - started).toBeLessThan(5000);
  });
});
