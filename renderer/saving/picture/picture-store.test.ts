import { expect, it, vi } from 'vitest';
import { appError } from '../../../shared/errors.ts';
import { fail, ok } from '../../../shared/result.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { untraced } from '../../../tests/support/untraced.ts';
import { createSessionStore } from '../../shell/session-store.ts';
import { appState, editItem, fakeIpc, picture } from '../../testing/fake-ipc.ts';
import type { ConvertPicture, PictureFile } from './picture-file.ts';
import { createPictureStore } from './picture-store.ts';

const item = editItem('e', 1, { raw: { ...picture('raw'), sizeBytes: 4000, state: 'whole' } });
const asked = { item, versions: ['received'] as const, sourceName: 'cup.jpg' };

/** The dialog, and a converter whose files the test makes. */
function start() {
  const fake = fakeIpc({
    'library.pictureSource': () => ok({ name: 'cup – edit 2', details: null }),
    'library.saveCopy': () => ok({ file: untraced('cup – edit 2.png') }),
    'library.savePicture': () => ok({ file: untraced('cup – edit 2.jpg') }),
  });
  const made: ((bytes: number) => void)[] = [];
  const convertPicture = vi.fn<ConvertPicture>((_id, _as, signal) => {
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<ConvertPicture>>>();
    made.push((bytes) => resolve(ok<PictureFile>({ bytes: new Uint8Array(bytes), isFlattened: false })));
    signal.addEventListener('abort', () => resolve(ok(null)));
    return promise;
  });
  const dispose = vi.fn();
  const notify = vi.fn();
  const session = createSessionStore({ ipc: fake.ipc, initial: appState() });
  const store = createPictureStore({ ...fake, session, notify, openConverter: () => ({ convertPicture, dispose }) });
  const sent = (route: string) => fake.requests.filter((one) => one.route === route).map(({ input }) => input);
  return { ...fake, store, session, made, convertPicture, dispose, notify, sent };
}

it('a file that stays as it is has its true size, and is saved at once under the suggested name', async () => {
  const { store, notify, convertPicture, sent } = start();
  store.getState().open(asked);
  // Before the name is there.
  await store.getState().save();
  expect(sent('library.pictureSource')).toEqual([{ id: 'e', sourceName: 'cup.jpg' }]);
  expect(sent('library.saveCopy')).toEqual([{ id: 'e', as: 'received', name: 'cup – edit 2' }]);
  expect(notify).toHaveBeenCalledWith(untraced('cup – edit 2.png'));
  expect(store.getState()).toMatchObject({ asked: null, isSaving: false });
  expect(convertPicture).not.toHaveBeenCalled();
});

it('shows the size of the file that is made, and saves exactly that file', async () => {
  const { store, session, made, convertPicture, dispose, sent } = start();
  store.getState().open(asked);
  await eventually(() => expect(store.getState().made).toEqual({ sizeBytes: 4000, isFlattened: false }));
  store.getState().change({ picture: 'jpeg', quality: 70 });
  expect(store.getState().made).toBeNull();
  expect(session.getState().settings.saving).toMatchObject({ sound: 'asIs', picture: 'jpeg', quality: 70 });
  await eventually(() => expect(made).toHaveLength(1));
  made[0]?.(123);
  await eventually(() => expect(store.getState().made).toEqual({ sizeBytes: 123, isFlattened: false }));
  store.getState().setName('a/b');
  await store.getState().save();
  expect(convertPicture).toHaveBeenCalledOnce();
  expect(sent('library.savePicture')).toMatchObject([
    { id: 'e', isProtected: false, format: 'jpeg', name: 'a/b', bytes: { length: 123 } },
  ]);
  expect(dispose).toHaveBeenCalledOnce();
});

it('saving does not wait for the choices to settle, and never saves a file of earlier ones', async () => {
  const { store, made, convertPicture, sent } = start();
  store.getState().open(asked);
  await eventually(() => expect(store.getState().made).not.toBeNull());
  store.getState().change({ picture: 'webp', quality: 10 });
  await eventually(() => expect(made).toHaveLength(1));
  store.getState().change({ quality: 20 });
  const saving = store.getState().save();
  await eventually(() => expect(made).toHaveLength(2));
  made[0]?.(10);
  made[1]?.(20);
  await saving;
  expect(convertPicture.mock.calls.map(([, { quality }]) => quality)).toEqual([10, 20]);
  expect(sent('library.savePicture')).toMatchObject([{ bytes: { length: 20 } }]);
});

it('closing the system’s dialog keeps this one; closing this one ends the work', async () => {
  const { store, answers, made, notify, dispose } = start();
  answers['library.saveCopy'] = () => ok({ file: null });
  store.getState().open(asked);
  await store.getState().save();
  expect(store.getState()).toMatchObject({ asked, isSaving: false, error: null });
  store.getState().change({ picture: 'jpeg' });
  const saving = store.getState().save();
  await eventually(() => expect(made).toHaveLength(1));
  store.getState().close();
  await saving;
  expect(store.getState()).toMatchObject({ asked: null, isSaving: false, error: null });
  expect(dispose).toHaveBeenCalledOnce();
  expect(notify).not.toHaveBeenCalled();
});

it('says why a file cannot be made or saved, and can be tried again', async () => {
  const { store, answers, convertPicture, notify } = start();
  const full = appError('storage.failed', { problem: 'full' });
  const saveCopy = answers['library.saveCopy'];
  answers['library.saveCopy'] = () => fail(full);
  store.getState().open(asked);
  await store.getState().save();
  expect(store.getState()).toMatchObject({ asked, error: full });
  const unusable = appError('picture.unusable', { problem: 'outOfMemory' });
  convertPicture.mockResolvedValueOnce(fail(unusable));
  store.getState().change({ picture: 'jpeg' });
  await eventually(() => expect(store.getState()).toMatchObject({ made: null, error: unusable }));
  if (saveCopy) answers['library.saveCopy'] = saveCopy;
  store.getState().change({ picture: 'asIs' });
  expect(store.getState().error).toBeNull();
  await store.getState().save();
  expect(notify).toHaveBeenCalledOnce();
});

it('a version that is asked for is chosen if it is there, and each has its own file', async () => {
  const made = { ...item, protected: { picture: { ...picture('kept'), sizeBytes: 9000 } } } as typeof item;
  const { store, sent } = start();
  store.getState().open({ item: made, versions: ['protected', 'received'] }, 'received');
  await eventually(() => expect(store.getState().made?.sizeBytes).toBe(4000));
  store.getState().setVersion('protected');
  expect(store.getState().made?.sizeBytes).toBe(9000);
  await store.getState().save();
  expect(sent('library.saveCopy')).toMatchObject([{ as: 'protected' }]);
});

it('a stored picture that is no result is always encoded, and marked as what it was made of', async () => {
  const { store, session, made, sent } = start();
  const stored = { mediaId: picture('cut').mediaId, widthPx: 8, heightPx: 6, sizeBytes: 9 };
  store.getState().open({ stored, sourceName: 'cup.jpg', editId: 'e' });
  expect(store.getState().choices.picture).toBe('png');
  expect(session.getState().settings.saving.picture).toBe('asIs');
  await eventually(() => expect(made).toHaveLength(1));
  made[0]?.(123);
  await store.getState().save();
  expect(sent('library.pictureSource')).toEqual([{ mediaId: stored.mediaId, sourceName: 'cup.jpg' }]);
  expect(sent('library.savePicture')).toMatchObject([{ id: 'e', isProtected: true, format: 'png' }]);
});
