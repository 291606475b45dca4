import { expect, test } from 'vitest';
import type { MissingMedia } from '../../shared/contract/media.ts';
import { ok } from '../../shared/result.ts';
import { appState, editItem, failure, fakeIpc, item, picture, settle, UNMEASURED } from '../testing/fake-ipc.ts';
import { createMissingMediaStore } from './missing-media.ts';
import { filesOf, shownPicture } from './versions.ts';

/** A store over files of which those in `gone` are missing. */
function start(...gone: string[]) {
  const missing = new Set(gone);
  const fake = fakeIpc({
    'media.findMissing': (ids) =>
      ok(
        ids
          .filter((id) => missing.has(id))
          .map((id): MissingMedia => ({ mediaId: id, state: 'missing', path: `/${id}` })),
      ),
  });
  const store = createMissingMediaStore({ ipc: fake.ipc });
  const asked = () => fake.requests.filter(({ route }) => route === 'media.findMissing').map(({ input }) => input);
  return { ...fake, store, missing, asked, known: () => [...store.getState().files.keys()] };
}

test('looks at all files of a screen in one request, each once', async () => {
  const { store, asked, known } = start('a');
  const { look } = store.getState();
  await Promise.all([look(['a', 'b']), look(['b', 'c']), look([])]);
  expect(asked()).toEqual([['a', 'b', 'c']]);
  expect(known()).toEqual(['a']);
});

test('many files are looked at in several requests', async () => {
  const { store, asked } = start();
  await store.getState().look(Array.from({ length: 1001 }, (_, index) => `${index}`));
  expect(asked().map((ids) => (Array.isArray(ids) ? ids.length : 0))).toEqual([1000, 1]);
});

test('a missing file is looked at again when the library or its drive changes; without news nothing is rendered again', async () => {
  const { store, emit, missing, known } = start('a', 'b');
  await store.getState().look(['a', 'b']);
  const before = store.getState().files;
  emit('library.changed', { ids: [] });
  await settle();
  expect(store.getState().files).toBe(before);
  missing.delete('a');
  emit('library.changed', { ids: [] });
  await settle();
  expect(known()).toEqual(['b']);
  missing.delete('b');
  const { storage, storageHealth } = appState();
  emit('storage.changed', { storage, storageHealth });
  await settle();
  expect(known()).toEqual([]);
});

test('a located file is no longer missing; a closed dialog and a refusal change nothing', async () => {
  const { store, answers, missing, known } = start('a');
  await store.getState().look(['a']);
  answers['media.locate'] = () => failure('media.another', { name: 'b.mp3' });
  expect(await store.getState().locate('a')).toMatchObject({ code: 'media.another' });
  answers['media.locate'] = () => ok({ isLocated: false });
  expect(await store.getState().locate('a')).toBe(false);
  expect(known()).toEqual(['a']);
  answers['media.locate'] = () => {
    missing.delete('a');
    return ok({ isLocated: true });
  };
  expect(await store.getState().locate('a')).toBe(true);
  expect(known()).toEqual([]);
});

test('where one picture of an edit is missing the other is shown', () => {
  const made = picture('protected');
  const edit = editItem('e', 1, {
    protected: { ...UNMEASURED, picture: made },
  });
  const lost = (...ids: string[]) => new Map(ids.map((id) => [id, true]));
  expect(shownPicture(edit, lost())).toBe(made);
  expect(shownPicture(edit, lost(), true)).toBe(edit.raw);
  expect(shownPicture(edit, lost(made.mediaId))).toBe(edit.raw);
  expect(shownPicture(edit, lost(edit.raw.mediaId), true)).toBe(made);
  expect(shownPicture(edit, lost(edit.raw.mediaId, made.mediaId))).toBe(made);
  expect(filesOf(edit).map(({ role }) => role)).toEqual(['protected', 'raw']);
  expect(filesOf(item('t', 1))).toEqual([{ role: 'take', mediaId: item('t', 1).mediaId }]);
});
