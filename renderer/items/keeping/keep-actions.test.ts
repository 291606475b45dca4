import { expect, it } from 'vitest';
import type { RouteInput } from '../../../shared/contract/index.ts';
import { appError } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { createSessionStore } from '../../shell/session-store.ts';
import { appState, fakeIpc, item } from '../../testing/fake-ipc.ts';
import { createHistoryStore, stepsOf } from '../../work/history.ts';
import { ITEMS_AT_ONCE } from '../../work/many-items.ts';
import { type ChangeServices, trashChosen } from '../item-actions.ts';
import { keepItems, renameByPattern } from './keep-actions.ts';

type Message = { title: string; actionProps?: { onClick: () => void } };

const ids = Array.from({ length: 2 * ITEMS_AT_ONCE + 200 }, (_, at) => `i${at}`);

/**
 * Actions over a bridge, and all messages that they show.
 * @param onRequest called before each answer with the number of the request and how to cancel
 * @param fullAt the request that the disk takes the first ten items of
 */
function start(onRequest: (request: number, cancel: () => void) => void = () => undefined, fullAt = 0) {
  let requests = 0;
  let shown: Message | undefined;
  const told: string[] = [];
  /** Titles that were given. */
  const titles: unknown[] = [];
  const notify = (message: Message): void => {
    shown = { ...shown, ...message };
    told.push(message.title);
  };
  const answer = (): number => {
    requests += 1;
    onRequest(requests, () => shown?.actionProps?.onClick());
    return requests;
  };
  const fake = fakeIpc({
    'library.setKept': (groups: RouteInput<'library.setKept'>) => {
      const isFull = answer() === fullAt;
      titles.push(...groups.flatMap(({ change }) => change.title ?? []));
      const all = groups.flatMap((group) => group.ids);
      const changed = isFull ? all.slice(0, 10) : all;
      return ok({
        undo: [{ ids: changed, change: { isStarred: false } }],
        unchangedIds: all.slice(changed.length),
        error: isFull ? appError('storage.failed', { problem: 'full' }) : null,
      });
    },
    'library.getItems': ({ ids: some }) => ok({ items: some.map((id) => item(id, 1, { title: `old ${id}` })) }),
    'library.trash': () => {
      answer();
      return ok(null);
    },
  });
  const toasts = {
    add: (message: Message) => {
      shown = undefined;
      notify(message);
      return 'toast';
    },
    update: (_: string, message: Message) => notify(message),
    close: () => undefined,
  };
  const history = createHistoryStore();
  const services = {
    ipc: fake.ipc,
    session: createSessionStore({ ipc: fake.ipc, initial: appState() }),
    shell: { getState: () => ({ tab: 'library' }) },
    player: { getState: () => ({ unload: () => undefined }) },
    toasts,
    history,
  } as unknown as ChangeServices;
  const undoes = () => stepsOf(history.getState(), 'library').done.length;
  return { services, told, titles, undoes, requests: () => requests };
}

it('changes very many in parts, and shows its progress', async () => {
  const { services, told, undoes, requests } = start();
  expect(await keepItems(services, ids, { isStarred: true })).toBeNull();
  expect(told).toEqual([
    '0 of 1,200 items…',
    '500 of 1,200 items…',
    '1,000 of 1,200 items…',
    '1,200 of 1,200 items…',
    '1,200 items changed: star',
  ]);
  expect([requests(), undoes()]).toEqual([3, 1]);
});

it('stops when it is cancelled, says what is as it was, and can undo the rest', async () => {
  const { services, told, undoes, requests } = start((request, cancel) => request === 2 && cancel());
  expect(await keepItems(services, ids, { isStarred: true })).toBeNull();
  expect(told.at(-1)).toBe('1,000 items changed: star. 200 items are unchanged');
  expect([requests(), undoes()]).toEqual([2, 1]);
});

it('stops at a full disk, and counts what of the last part was changed', async () => {
  const { services, told, undoes, requests } = start(undefined, 2);
  expect(await keepItems(services, ids, { isStarred: true })).toMatchObject({ code: 'storage.failed' });
  expect(told.at(-1)).toBe('510 items changed: star. The disk refused the change: 690 items are unchanged');
  expect([requests(), undoes()]).toEqual([2, 1]);
});

it('renames very many by a pattern, each with its number among all, as one step', async () => {
  const { services, told, titles, undoes, requests } = start((request, cancel) => request === 2 && cancel());
  expect(await renameByPattern(services, ids, 'Scene {number}')).toBeNull();
  expect(titles).toHaveLength(1000);
  expect([titles[0], titles[999]]).toEqual(['Scene 0001', 'Scene 1000']);
  expect(told.at(-1)).toBe('1,000 items changed: titles. 200 items are unchanged');
  expect([requests(), undoes()]).toEqual([2, 1]);
  // What has its title already is not written.
  expect(await renameByPattern(services, ['i1'], '{title}')).toBeNull();
  expect([requests(), undoes()]).toEqual([2, 1]);
});

it('deletes very many in the same way', async () => {
  const { services, told, undoes } = start((request, cancel) => request === 1 && cancel());
  const chosen = { count: ids.length, hasTakes: true, hasPictures: true, ids: async () => ids, items: async () => [] };
  expect(await trashChosen(services, chosen)).toBeNull();
  expect(told.at(-1)).toBe('Deleted 500 items. 700 items are unchanged');
  expect(undoes()).toBe(1);
});
