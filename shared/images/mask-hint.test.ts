import { expect, it } from 'vitest';
import { withMaskHint } from './mask-hint.ts';

const TAG = '<bbox>1 2 3 4</bbox>';

it('leaves an instruction alone when there is nothing to point to', () => {
  expect(withMaskHint('  Make it red ', { boxTags: [], markedPicture: null })).toBe('Make it red');
});

it('points to areas and to the marked copy, after the instruction', () => {
  const text = withMaskHint('Make it red', { boxTags: [TAG, TAG], markedPicture: 3 });
  expect(text.split('\n')[0]).toBe('Make it red');
  expect(text).toContain(`${TAG} ${TAG}`);
  expect(text).toContain('Image 3 is a copy of image 1');
  expect(withMaskHint('Make it red', { boxTags: [], markedPicture: 2 })).not.toContain('bbox');
});

it('speaks the instruction’s language', () => {
  expect(withMaskHint('把杯子换成红色', { boxTags: [TAG], markedPicture: 2 })).toMatch(/只编辑图1.*\n图2是图1的副本/);
});
