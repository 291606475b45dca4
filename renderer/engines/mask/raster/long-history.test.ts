import { expect, test } from 'vitest';
import { createHistory } from './history.ts';
import { createTileStore, fillRect } from './tiles.ts';

test('a history keeps a hundred hard gestures over 64 tiles each within its limit', () => {
  const store = createTileStore(2048, 2048);
  const history = createHistory();
  for (let step = 0; step < 100; step++) {
    const before = new Map(store.tiles.map((tile, index) => [index, typeof tile === 'number' ? tile : tile.slice()]));
    // A shape with an edge in every row: as many runs as a round shape has.
    for (let top = 10; top < 2030; top += 5) {
      const left = 20 + ((top * 7 + step * 13) % 200);
      fillRect(store, { left, top, right: left + 1800, bottom: top + 5 }, step % 2 === 0 ? 255 : 0);
    }
    expect(history.record(store, before)).toHaveLength(64);
  }
  expect(history.hasDropped()).toBe(false);
});
