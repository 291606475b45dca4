import { describe, expect, test, vi } from 'vitest';
import { BOUNDS } from '../../../shared/bounds.ts';
import { failure } from '../../testing/fake-ipc.ts';
import { named, PNG, startImages } from '../../testing/images.ts';
import { MaskEnded, PictureProblem } from '../ports.ts';

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

  test('names all files of one press that cannot be used, and why if that is the same', async () => {
    const { images } = startImages();
    const details = () => images.getState().problem?.error.details;
    const files = [new File(['hello'], 'x.txt'), new File([PNG], 'a.png'), new File(['II*\0'], 'scan.tiff')];
    await images.getState().addFiles(files);
    expect(details()).toEqual({ problem: 'unsupported', name: 'x.txt, scan.tiff' });
    await images.getState().openFiles([...files, new File([], 'empty.png')]);
    expect(details()).toEqual({ name: 'x.txt, scan.tiff, empty.png' });
    expect(images.getState().pictures.map(({ name }) => name)).toEqual(['a.png']);
  });

  // attack 39, bound pictures-of-tray, bound pictures-opening
  test('more pictures than a draft may have are not opened, and counted', async () => {
    const { images, pictures } = startImages();
    let opening = 0;
    let mostAtOnce = 0;
    const { working } = pictures;
    pictures.working = async (bytes) => {
      mostAtOnce = Math.max(mostAtOnce, ++opening);
      const opened = await working(bytes);
      opening--;
      return opened;
    };
    const files = Array.from({ length: BOUNDS.picturesOfTray + 3 }, (_, index) => new File([PNG], `${index}.png`));
    await images.getState().addFiles(files);
    expect(images.getState().pictures.map(({ name }) => name)).toEqual(files.slice(0, -3).map(({ name }) => name));
    expect(images.getState().problem?.error).toMatchObject({ code: 'picture.too_many', details: { count: 3 } });
    expect(mostAtOnce).toBe(BOUNDS.picturesOpening);
    await images.getState().addFiles(files.slice(0, 1));
    expect(images.getState().pictures).toHaveLength(BOUNDS.picturesOfTray);
    await images.getState().openFiles(files);
    expect(images.getState().pictures).toHaveLength(BOUNDS.picturesOfTray);
  });

  test('how many there is no room for is not replaced by a file that cannot be read', async () => {
    const { images } = startImages();
    const files = Array.from({ length: BOUNDS.picturesOfTray + 3 }, (_, index) => new File([PNG], `${index}.png`));
    files[1] = new File(['hello'], 'x.txt');
    const counted = { code: 'picture.too_many', details: { count: 3, unopened: 1 } };
    await images.getState().addFiles(files);
    expect(images.getState().problem?.error).toMatchObject(counted);
    await images.getState().openFiles(files);
    expect(images.getState().problem?.error).toMatchObject(counted);
    await images.getState().openFiles(files.slice(0, 2));
    expect(images.getState().problem?.error).toMatchObject({ code: 'picture.unusable' });
  });

  test('a picture that could not be opened is forgotten as soon as another is opened', async () => {
    const { images, addFile } = startImages();
    const problem = () => images.getState().problem?.error.code;
    const opening = [
      () => addFile('a'),
      () => images.getState().openFiles([new File([PNG], 'b.png')]),
      () => images.getState().replace(images.getState().pictures[0]?.key ?? '', new File([PNG], 'c.png')),
    ];
    for (const open of opening) {
      await images.getState().addFiles([new File(['hello'], 'x.heic')]);
      expect(problem()).toBe('picture.unusable');
      await open();
      expect(problem()).toBeUndefined();
    }
  });

  test('several variations are for this picture: the next, unrelated one begins with one, with the other options', async () => {
    const { images, history, addFile } = startImages();
    const variations = () => images.getState().choices.variations;
    await addFile('a');
    images.getState().change({ variations: 4, quality: 'high' });
    await addFile('reference');
    expect(variations()).toBe(4);
    await images.getState().openFiles([new File([PNG], 'b.png')]);
    expect(images.getState().choices).toMatchObject({ variations: 1, quality: 'high' });
    images.getState().change({ variations: 3 });
    images.getState().remove(images.getState().pictures[0]?.key ?? '');
    expect(variations()).toBe(1);
    await history.getState().undo('images');
    expect(variations()).toBe(3);
  });

  test('an instruction goes on naming the same pictures when they move, go and come back', async () => {
    const { images, addFile, history } = startImages();
    for (const name of ['cup', 'vase', 'table'])
      await addFile(`${name}.png`, Uint8Array.of(...PNG, name.length, name.charCodeAt(0)));
    const key = (at: number): string => images.getState().pictures[at]?.key ?? '';
    images.getState().setInstruction('Put image 2 on image 3');
    images.getState().move(key(2), -1);
    expect(images.getState().instruction).toBe('Put image 3 on image 2');
    images.getState().remove(key(2));
    expect(images.getState().instruction).toBe('Put image [?] on image 2');
    await history.getState().undo('images');
    expect(images.getState().instruction).toBe('Put image 3 on image 2');
    await history.getState().undo('images');
    expect(images.getState().instruction).toBe('Put image 2 on image 3');
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

test('what could not be stored is no longer told once another try has succeeded', async () => {
  const { images, addFile, answers } = startImages();
  await addFile();
  vi.stubGlobal('fetch', async () => new Response(PNG));
  const importBytes = answers['media.importBytes'];
  answers['media.importBytes'] = () => failure('storage.failed');
  const extend = () => images.getState().extend({ left: 10, top: 0, right: 0, bottom: 0 }, 'plain');
  expect(await extend()).toBeNull();
  expect(images.getState().problem?.error.code).toBe('storage.failed');
  Object.assign(answers, { 'media.importBytes': importBytes });
  expect(await extend()).not.toBeNull();
  expect(images.getState().problem).toBeNull();
  vi.unstubAllGlobals();
});

describe('cutting out', () => {
  test('takes the place of picture 1; without a mask, or if that is lost, nothing does', async () => {
    const { images, addFile, paint, painted } = startImages();
    await addFile();
    vi.stubGlobal('fetch', async () => new Response(PNG));
    expect(await images.getState().cutOut('masked')).toBeNull();
    expect(images.getState()).toMatchObject({ problem: null, isReplacing: false });
    paint();
    const before = images.getState().pictures[0]?.key;
    expect(await images.getState().cutOut('rest')).not.toBeNull();
    expect(images.getState().pictures[0]?.key).not.toBe(before);
    painted.get = () => {
      throw new MaskEnded();
    };
    expect(await images.getState().cutOut('masked')).toBeNull();
    expect(images.getState().problem?.error.code).toBe('mask.ended');
    vi.unstubAllGlobals();
  });
});
