import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composePrompt, instructionParts, isGuided, NO_GUIDE, withMentions } from './instruction.ts';

describe('composePrompt', () => {
  it('is the instruction alone if no field is filled in', () => {
    expect(composePrompt('  Erase the cup ', NO_GUIDE)).toBe('Erase the cup');
  });

  it('adds a line for each field filled in', () => {
    const guide = { change: 'the cup', keep: ' the table ', style: '' };
    expect(composePrompt('Tidy up', guide)).toBe('Tidy up\nChange: the cup\nKeep: the table');
    expect(composePrompt('', guide)).toBe('Change: the cup\nKeep: the table');
  });

  it('names the fields in the language of the instruction', () => {
    expect(composePrompt('', { change: '把杯子换成花瓶', keep: '桌子', style: '' })).toBe(
      '修改：把杯子换成花瓶\n保留：桌子',
    );
  });
});

it('isGuided: blank fields do not count', () => {
  expect(isGuided({ ...NO_GUIDE, keep: ' \n' })).toBe(false);
  expect(isGuided({ ...NO_GUIDE, keep: 'x' })).toBe(true);
});

it('an instruction is divided at the pictures it names, of which one may be gone', () => {
  const kinds = (text: string) => instructionParts(text, 3).map((part) => [part.kind, part.text]);
  expect(kinds('Put the cup of image 2 on images 1 and 3.')).toEqual([
    ['words', 'Put the cup of '],
    ['mention', 'image 2'],
    ['words', ' on '],
    ['mention', 'images 1 and 3'],
    ['words', '.'],
  ]);
  expect(kinds('像图2、image [?] 一样')).toEqual([
    ['words', '像'],
    ['mention', '图2'],
    ['words', '、'],
    ['gone', 'image [?]'],
    ['words', ' 一样'],
  ]);
  expect(kinds('image 4, image 0, image 2.5')).toEqual([['words', 'image 4, image 0, image 2.5']]);
  expect(kinds('')).toEqual([]);
});

describe('withMentions', () => {
  const PICTURES = ['cup', 'vase', 'table'];

  it('follows pictures that move', () => {
    const moved = ['table', 'cup', 'vase'];
    expect(withMentions('Replace image 1 by Image 2, as in 图3 and 图片 2', PICTURES, moved)).toBe(
      'Replace image 2 by Image 3, as in 图1 and 图片 3',
    );
    expect(withMentions('image 1 image1', PICTURES, ['vase', 'cup', 'table'])).toBe('image 2 image2');
  });

  it('says which picture is gone, and moves up those after it', () => {
    expect(withMentions('image 2 on image 3', PICTURES, ['cup', 'table'])).toBe('image [?] on image 2');
  });

  it('follows pictures that are named together', () => {
    const moved = ['table', 'cup', 'vase'];
    expect(withMentions('images 1, 2 and 3, 图1和2', PICTURES, moved)).toBe('images 2, 3 and 1, 图2和3');
    expect(withMentions('images 1 and 2 in 3 cups', PICTURES, ['vase', 'table'])).toBe('images [?] and 1 in 3 cups');
  });

  it('changes no other number', () => {
    const text = 'image 4, image 12, image 1.5, image 123, 2 images, size 2, image ?, pilgrimage 2, image two';
    expect(withMentions(text, PICTURES, ['table', 'vase', 'cup'])).toBe(text);
  });

  it('changes nothing while the pictures stay, and back and forth is the same', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('image 1', '图2', 'image 3', ' and ', '图片4', '9'), { maxLength: 8 }),
        (words) => {
          const text = words.join(' ');
          expect(withMentions(text, PICTURES, PICTURES)).toBe(text);
          const moved = ['vase', 'table', 'cup'];
          expect(withMentions(withMentions(text, PICTURES, moved), moved, PICTURES)).toBe(text);
        },
      ),
    );
  });
});
