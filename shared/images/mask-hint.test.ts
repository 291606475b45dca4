import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMaskHint, withMaskHint } from './mask-hint.ts';

const TAG = '<bbox>1 2 3 4</bbox>';

it('does not change an instruction when there is nothing to point to', () => {
  expect(withMaskHint('  Make it red ', { boxTags: [], annotatedImage: null })).toBe('Make it red');
});

it('points to areas and to the annotated image, after the instruction', () => {
  const text = withMaskHint('Make it red', { boxTags: [TAG, TAG], annotatedImage: 3 });
  expect(text.split('\n')[0]).toBe('Make it red');
  expect(text).toContain(`${TAG} ${TAG}`);
  expect(text).toContain('Image 3 is a copy of image 1');
  expect(withMaskHint('Make it red', { boxTags: [], annotatedImage: 2 })).not.toContain('bbox');
});

it('is written in the instruction’s language', () => {
  expect(withMaskHint('把杯子换成红色', { boxTags: [TAG], annotatedImage: 2 })).toMatch(/只编辑图1.*\n图2是图1的副本/);
});

it('is read back: the original instruction, the areas, the annotated image', () => {
  const instruction = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom('Make it red\nand blue', '把杯子换成红色\n保持桌子'),
  );
  const tags = fc.array(fc.tuple(fc.nat(999), fc.nat(999), fc.nat(999), fc.nat(999)), { maxLength: 4 });
  const images = fc.option(fc.integer({ min: 2, max: 15 }), { nil: null });
  fc.assert(
    fc.property(instruction, tags, images, (text, boxes, annotatedImage) => {
      const boxTags = boxes.map((box) => `<bbox>${box.join(' ')}</bbox>`);
      const read = readMaskHint(withMaskHint(text, { boxTags, annotatedImage }));
      expect(read).toEqual({
        instruction: text.trim(),
        boxes: boxes.map(([left, top, right, bottom]) => ({ left, top, right, bottom })),
        annotatedImage,
      });
    }),
  );
});

it('a prompt without a hint is all instruction, even with text similar to a hint', () => {
  const prompt = 'Erase the cup\nLeave everything else in image 1 exactly as it is: same position, size and colours.';
  expect(readMaskHint(prompt)).toEqual({ instruction: prompt, boxes: [], annotatedImage: null });
});
