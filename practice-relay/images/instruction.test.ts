import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInstruction } from './instruction.ts';

/** A short form of the clauses: kinds with their colour or picture, or what is missing. */
function inShort(prompt: string): string[] {
  return readInstruction(prompt).flatMap(({ edits, lack }) =>
    lack
      ? [`no ${lack}`]
      : edits.map((edit) => {
          if (edit.kind === 'replace') return `replace ${edit.picture}`;
          if (!('colour' in edit)) return edit.kind;
          const { red, green, blue } = edit.colour;
          return `${edit.kind} ${Buffer.of(red, green, blue).toString('hex')}`;
        }),
  );
}

test.each<[prompt: string, ...expected: string[]]>([
  ['Please remove the man and the dog.', 'erase'],
  ['erase it, then fill the area with #1e90ff', 'erase', 'fill 1e90ff'],
  ['Fill with #0f0', 'fill 00ff00'],
  ['paint the white wall green', 'fill 008000'],
  ['Make the blue car red', 'recolour ff0000'],
  ['change the red car to blue instead of green', 'recolour 0000ff'],
  ['make it dark red', 'recolour 8c0000'],
  ['Turn it into black and white and blur it', 'grayscale', 'blur'],
  ['Make it brighter; darken the sky', 'brighten', 'darken'],
  ['replace the sky with image 2', 'replace 2'],
  ['In image 1, put the second picture here', 'no unclear', 'replace 2'],
  ['make it red and add a hat', 'recolour ff0000', 'no unclear'],
  ['Remove the text without changing the background', 'erase', 'no keep'],
  ["Don't blur the face. Keep the rest", 'no keep', 'no keep'],
  ['fill it in naturally', 'no colour'],
  ['Draw a golden retriever', 'no unclear'],
  ['Make the frame golden', 'recolour ffd700'],
  ['fill it with dark gold', 'fill 8c7600'],
  ['Extend the beach to the left', 'continue'],
  ['Continue the room and make it darker', 'continue', 'darken'],
  ['把画面向右扩展', 'continue'],
  ['延伸天空', 'continue'],
  ['删除这个人', 'erase'],
  ['请把红色的车改成蓝色，并保持其他部分不变', 'recolour 0000ff', 'no keep'],
  ['涂成浅绿色', 'fill 80c080'],
  ['用#ff8800填充', 'fill ff8800'],
  ['变成粉红色', 'recolour ffc0cb'],
  ['背景模糊，然后调亮一点', 'blur', 'brighten'],
  ['换成图2', 'replace 2'],
  ['把天空替换为第三张图', 'replace 3'],
  ['转为黑白', 'grayscale'],
  ['变暗', 'darken'],
  ['去模糊', 'no unclear'],
  ['加一顶帽子', 'no unclear'],
  ['take the car out', 'erase'],
  ['Make it disappear', 'erase'],
  ['increase the brightness', 'brighten'],
  ['lower the exposure a bit', 'darken'],
  ['make it a bit blurry', 'blur'],
  ['remove the blur', 'no unclear'],
  ['monochrome', 'grayscale'],
  ['replace it with the other picture', 'replace 2'],
  ['make the blue sky darker', 'darken'],
  ['make the man smile in a white room', 'no unclear'],
  ['paint a red cat', 'no unclear'],
  ['paint a cat', 'no colour'],
  ['make it look like a painting', 'no unclear'],
  ['fill this with red colour', 'fill ff0000'],
  ['use navy to fill it', 'fill 000080'],
  ['change red to blue in the masked area', 'recolour 0000ff'],
  ['去水印', 'erase'],
  ['把人P掉', 'erase'],
  ['去掉颜色', 'grayscale'],
  ['涂黑', 'fill 000000'],
  ['用红色填满这个区域', 'fill ff0000'],
  ['上色为绿色', 'recolour 008000'],
  ['请把帽子换成红色的', 'recolour ff0000'],
  ['换成红色的帽子', 'no unclear'],
  ['提高一点亮度', 'brighten'],
  ['降低曝光', 'darken'],
  ['替换成另一张图', 'replace 2'],
  ['把这里换成第2张图片', 'replace 2'],
  ['please, thanks!'],
])('%s', (prompt, ...expected) => {
  expect(inShort(prompt)).toEqual(expected);
});

test('an endless prompt is read up to a limit, and the rest is reported', () => {
  expect(inShort(`erase it. ${'take '.repeat(2_000_000)}`)).toEqual(['erase', 'no unclear', 'no unclear']);
});

test('each piece of any text gives either edits or a reason', () => {
  const words = fc.constantFrom(
    'make',
    'red',
    '#0f0',
    'erase',
    'and',
    ', ',
    '。',
    '换成',
    '图2',
    '蓝色',
    'image 2',
    'blur',
    '不要',
  );
  const text = fc.array(fc.oneof(words, fc.string({ maxLength: 6, unit: 'grapheme' })), { maxLength: 12 });
  fc.assert(
    fc.property(text, (parts) => {
      for (const { text: piece, edits, lack } of readInstruction(parts.join(' '))) {
        expect(piece.trim()).not.toBe('');
        expect(edits.length === 0).toBe(lack !== undefined);
        for (const edit of edits) if (edit.kind === 'replace') expect(edit.picture).toBeGreaterThan(1);
      }
    }),
  );
});
