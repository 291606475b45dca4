import { expect, test } from 'vitest';
import { placeReply } from './compare-geometry.ts';

test('a reply of the same shape fills the frame', () => {
  expect(placeReply({ width: 800, height: 600 }, '2216x1662')).toMatchObject({ width: 1, height: 1 });
});

test('the margin a picture was sent with lies outside the frame', () => {
  for (const sent of ['1920x1920', null]) {
    const place = placeReply({ width: 1000, height: 500 }, sent);
    expect(place).toMatchObject({ width: 1, height: 2, top: -0.5 });
    expect(place.left).toBeCloseTo(0);
  }
});
