import { describe, expect, test } from 'vitest';
import { named, startImages } from '../../testing/images.ts';
import { PictureProblem } from '../ports.ts';

describe('the tray', () => {
  test('takes working pictures in their order and shows the first', async () => {
    const { images, addFile, shown } = startImages();
    await addFile('a.png');
    await addFile('b.png');
    expect(images.getState().pictures.map(({ name }) => name)).toEqual(['a.png', 'b.png']);
    expect(shown).toEqual([images.getState().pictures[0]?.key]);
  });

  test('rejects files that are not pictures or cannot be opened, and keeps the rest', async () => {
    const { images, addFile, pictures } = startImages();
    await addFile();
    await addFile('x.txt', named('hello'));
    expect(images.getState().problem?.error).toMatchObject({
      code: 'picture.unusable',
      details: { problem: 'unsupported', name: 'x.txt' },
    });
    await addFile('empty.png', new Uint8Array(0));
    expect(images.getState().problem?.error.details).toMatchObject({ problem: 'empty' });
    pictures.working = () => Promise.reject(new PictureProblem('unreadable'));
    await addFile('cut.png');
    expect(images.getState().problem?.error.details).toMatchObject({ problem: 'undecodable' });
    expect(images.getState()).toMatchObject({ opening: 0, pictures: { length: 1 } });
  });

  test('moves, removes and restores pictures; masks of pictures removed long ago are deleted', async () => {
    const { images, history, addFile, forgotten } = startImages();
    for (const name of ['a', 'b', 'c']) await addFile(name);
    const names = () => images.getState().pictures.map(({ name }) => name);
    const keys = images.getState().pictures.map(({ key }) => key);
    images.getState().move(keys[2] ?? '', -2);
    expect(names()).toEqual(['c', 'a', 'b']);
    images.getState().remove(keys[0] ?? '');
    expect(names()).toEqual(['c', 'b']);
    await history.getState().undo('images');
    expect(names()).toEqual(['c', 'a', 'b']);
    for (let i = 0; i < 6; i++) {
      await addFile(`more ${i}`);
      images.getState().remove(images.getState().pictures.at(-1)?.key ?? '');
    }
    expect(forgotten.length).toBeGreaterThan(0);
    expect(forgotten).not.toContain(keys[0]);
  });
});
