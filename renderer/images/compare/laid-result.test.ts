import { expect, test } from 'vitest';
import { editItem, editRequest, mediaId, picture } from '../../testing/fake-ipc.ts';
import { laidResult } from './laid-result.ts';

const FRAME = { width: 4000, height: 3000 };
const part = { x: 1000, y: 600, width: 2000, height: 1500 };
const item = editItem('a', 1, {
  raw: { ...picture('raw'), widthPx: 2400, heightPx: 1800, state: 'whole' },
  request: editRequest({ part, options: { ...editRequest().options, size: '2400x1800' } }),
});
const place = { left: 0.25, top: 0.2, width: 0.5, height: 0.5 };

test('what was received of a part lies in its place, in the picture that it is of', () => {
  const source = `/media/${mediaId('source')}`;
  expect(laidResult(item, item.raw, FRAME, new Map())).toEqual({
    url: `/media/${item.raw.mediaId}`,
    place,
    over: { url: source, part: place },
  });
});

test('without the picture it is alone there', () => {
  const missing = new Map([[mediaId('source'), true]]);
  expect(laidResult(item, item.raw, FRAME, missing)).toEqual({ url: `/media/${item.raw.mediaId}`, place });
});

test('its protected picture is of the whole', () => {
  const made = { ...picture('protected'), widthPx: 4000, heightPx: 3000 };
  expect(laidResult(item, made, FRAME, new Map())).toEqual({
    url: `/media/${made.mediaId}`,
    place: { left: 0, top: 0, width: 1, height: 1 },
  });
});
