import { expect, test } from 'vitest';
import { createViews } from './views.ts';

const PICTURE = { width: 800, height: 600 };

test('a picture begins where one of its size was left, and whole after one of another size', () => {
  const views = createViews({ width: 400, height: 300 });
  views.open('source', PICTURE);
  views.zoomTo('source', 2, { x: 300, y: 50 });
  const left = views.view('source');
  expect(views.open('result', PICTURE, 'source')).toEqual(left);
  // It goes its own way from there.
  views.fit('result');
  expect(views.view('source')).toEqual(left);
  expect(views.open('other', { width: 600, height: 800 }, 'source').scale).toBe(300 / 800);
});

test('a picture that was fitted leaves the next one fitted too, when the viewport changes', () => {
  const views = createViews({ width: 400, height: 300 });
  views.open('source', PICTURE);
  views.open('result', PICTURE, 'source');
  views.resize({ width: 800, height: 600 });
  expect(views.view('result')?.scale).toBe(1);
});
