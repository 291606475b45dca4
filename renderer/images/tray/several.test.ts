import { describe, expect, test } from 'vitest';
import type { PutAside } from '../../../shared/contract/put-aside.ts';
import { appState } from '../../testing/fake-ipc.ts';
import { PNG, startImages } from '../../testing/images.ts';
import { MASK } from '../middle.ts';

const files = (...names: string[]) => names.map((name) => new File([PNG], name));

function start(severalPictures: 'references' | 'separate' = 'references') {
  const { settings } = appState();
  const run = startImages({ settings: { ...settings, severalPictures } });
  const routes = (route: string) => run.requests.filter((one) => one.route === route).map(({ input }) => input);
  return {
    ...run,
    names: () => run.images.getState().pictures.map(({ name }) => name),
    aside: () =>
      (routes('putAside.add') as PutAside[]).map(({ work }) =>
        work.screen === 'images' ? work.body.pictures.map(({ name }) => name).join() : '',
      ),
    waiting: () => routes('putAside.add') as PutAside[],
    listed: () => run.desk.getState().entries.map(({ picture }) => picture?.name),
    remembered: () => routes('settings.update'),
  };
}

describe('several pictures at once on an empty screen', () => {
  test('the first is edited, the others are references, and a note says so', async () => {
    const { images, names, aside } = start();
    await images.getState().openFiles(files('a', 'b', 'c'));
    expect([names(), aside()]).toEqual([['a', 'b', 'c'], []]);
    expect(images.getState().arrival).toMatchObject({ kind: 'references', others: [{ name: 'b' }, { name: 'c' }] });
  });

  test('changed, each of the others waits under Recent, and that is remembered; and back', async () => {
    const { images, names, listed, remembered } = start();
    await images.getState().addFiles(files('a', 'b', 'c'));
    await images.getState().changeArrival();
    expect([names(), listed().sort()]).toEqual([['a'], ['b', 'c']]);
    expect(remembered()).toMatchObject([{ severalPictures: 'separate' }]);
    await images.getState().changeArrival();
    expect([names(), listed()]).toEqual([['a', 'b', 'c'], []]);
  });

  test('as remembered, the others wait under Recent from the beginning', async () => {
    const { images, names, aside } = start('separate');
    await images.getState().openFiles(files('a', 'b', 'c'));
    expect([names(), aside()]).toEqual([['a'], ['c', 'b']]);
  });

  test('the note goes as soon as one that waits is opened', async () => {
    const { images, names, waiting } = start('separate');
    await images.getState().addFiles(files('a', 'b', 'c'));
    expect(images.getState().arrival?.kind).toBe('separate');
    const next = waiting().at(-1)?.work;
    await images.getState().show(next?.screen === 'images' ? next.body : expect.fail());
    expect([names(), images.getState().arrival]).toEqual([['b'], null]);
  });

  test('one picture, and pictures beside others, need no note', async () => {
    const { images, names } = start('separate');
    await images.getState().addFiles(files('a'));
    await images.getState().addFiles(files('b', 'c'));
    expect([names(), images.getState().arrival]).toEqual([['a', 'b', 'c'], null]);
  });
});

describe('a picture that is opened while another is there', () => {
  test('takes its place with a fresh instruction, and the present work is put aside: one Undo brings it back', async () => {
    const { images, history, names, aside } = start();
    await images.getState().addFiles(files('a', 'b'));
    images.getState().setInstruction('Erase the cup');
    const [before] = images.getState().pictures;
    await images.getState().openFiles(files('new'));
    expect([names(), images.getState().instruction, aside()]).toEqual([['new'], '', ['a,b']]);
    await history.getState().undo('images');
    expect([names(), images.getState().instruction]).toEqual([['a', 'b'], 'Erase the cup']);
    expect(images.getState().pictures[0]?.key).toBe(before?.key);
  });

  test('the sample as it came is not worth keeping, a changed one is', async () => {
    const { images, aside } = start();
    await images.getState().trySample('Sample', 'Erase the cup');
    await images.getState().openFiles(files('mine'));
    expect(aside()).toEqual([]);
    const changed = start();
    await changed.images.getState().trySample('Sample', 'Erase the cup');
    changed.images.getState().setInstruction('Make it blue');
    await changed.images.getState().openFiles(files('mine'));
    expect(changed.aside()).toEqual(['Sample']);
  });

  test('a file that cannot be opened replaces nothing', async () => {
    const { images, names, aside } = start();
    await images.getState().addFiles(files('a'));
    await images.getState().openFiles([new File(['not a picture'], 'b')]);
    expect([names(), aside()]).toEqual([['a'], []]);
    expect(images.getState().problem?.error.code).toBe('picture.unusable');
  });
});

test('a picture of the tray is shown until something else is, and the edited one with its mask', async () => {
  const { images } = start();
  await images.getState().addFiles(files('a', 'b'));
  const [first, second] = images.getState().pictures;
  images.getState().showPicture(second?.key ?? '');
  expect(images.getState().middle).toMatchObject({ kind: 'picture', key: second?.key });
  images.getState().move(second?.key ?? '', -1);
  expect(images.getState().middle).toEqual(MASK);
  images.getState().showPicture(first?.key ?? '');
  images.getState().remove(first?.key ?? '');
  expect(images.getState().middle).toEqual(MASK);
});
