import { expect, test } from 'vitest';
import { editRequest } from '../testing/edit-request.ts';
import { editRequestSchema } from './images.ts';

const id = 'a'.repeat(64);
const mask = { coverageMediaId: id, wireMediaId: id, choice: 'file', annotatedMediaId: null, sentPrompt: null };

test('a request that was stored before a part could be sent is of the whole picture', () => {
  const { part: _part, ...earlier } = editRequest();
  expect(editRequestSchema.parse({ ...earlier, mask })).toMatchObject({
    part: null,
    mask: { detail: 'auto', contextRatio: null },
  });
});

test.each([
  { x: -1, y: 0, width: 10, height: 10 },
  { x: 0, y: 0, width: 0, height: 10 },
  { x: 0.5, y: 0, width: 10, height: 10 },
  { x: 0, y: 0, width: 10, height: 16_385 },
])('%o is no part', (part) => {
  expect(editRequestSchema.safeParse({ ...editRequest(), part }).success).toBe(false);
});
