// What a person keeps with items: titles, stars, ratings, tags, notes and collections. Each action can be undone as one step.

import type { RouteInput } from '../../../shared/contract/index.ts';
import type { KeptOutcome } from '../../../shared/contract/kept.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import type { KeptChange } from '../../../shared/library/kept.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { titleBy } from '../../../shared/text/name-template.ts';
import type { Commons } from '../../services.ts';
import { translatorOf } from '../../texts.ts';
import type { Step } from '../../work/history.ts';
import { inParts } from '../../work/many-items.ts';
import { offerUndo } from '../../work/offer-undo.ts';
import { readItems } from '../read-items.ts';

export type KeepServices = Pick<Commons, 'ipc' | 'session' | 'shell' | 'toasts' | 'history'>;

/** Items that are put into a collection by one request: it is one file, however many they are. */
const COLLECTED_AT_ONCE = 20_000;

/** What a change is called, as part of *Undo …*. */
function nameOf(change: KeptChange, t: Translate): string {
  if (change.title !== undefined) return t('keep.did.titles');
  if (change.isStarred !== undefined) return t(change.isStarred ? 'keep.did.star' : 'keep.did.unstar');
  if (change.rating !== undefined) return t('keep.did.rating');
  return t(change.note === undefined ? 'keep.did.tags' : 'keep.did.note');
}

/**
 * Changes what is kept with items and offers to undo that: of several items by a message, of one by key and menu.
 * @returns the failure, if any; a message says how many were not changed.
 */
export function keepItems(
  services: KeepServices,
  ids: readonly string[],
  change: KeptChange,
): Promise<AppError | null> {
  return keepAsStep(services, ids, change, (some) => services.ipc.request('library.setKept', [{ ids: some, change }]));
}

/**
 * Gives items titles by a pattern, and offers to undo that. Those that have their title already stay.
 * @param ids in the order of their numbers. @returns the failure, if any; a message says how many were not renamed.
 */
export function renameByPattern(
  services: KeepServices,
  ids: readonly string[],
  pattern: string,
): Promise<AppError | null> {
  const places = new Map(ids.map((id, index) => [id, index]));
  return keepAsStep(services, ids, { title: pattern }, async (some) => {
    const items = await readItems(services.ipc, some, (item) => item);
    if (!items.ok) return items;
    const groups = items.data
      .map((item) => ({ item, title: titleBy(pattern, item, places.get(item.id) ?? 0, ids.length) }))
      .filter(({ item, title }) => title !== item.title)
      .map(({ item, title }) => ({ ids: [item.id], change: { title } }));
    if (groups.length === 0) return ok({ undo: [], unchangedIds: [], error: null });
    return services.ipc.request('library.setKept', groups);
  });
}

type Sent = Result<KeptOutcome, AppError>;

/** Makes a change of items, some in each request, as a step that can be undone. @param change what it is called by */
async function keepAsStep(
  services: KeepServices,
  ids: readonly string[],
  change: KeptChange,
  send: (some: string[]) => Promise<Sent>,
): Promise<AppError | null> {
  if (ids.length === 0) return null;
  const { shell, session, history } = services;
  const t = translatorOf(session.getState().locale);
  const make = (isCancellable: boolean): Promise<Kept> => keepInParts(services, ids, send, { isCancellable });
  const made = await make(true);
  if (made.undo.length === 0) {
    if (made.unchanged > 0) services.toasts.add({ title: unchangedText(services, made) });
    return made.error;
  }
  let { undo } = made;
  const step: Step = {
    name: (say) => nameOf(change, say),
    undo: async () => {
      const back = (groups: KeptOutcome['undo']) => services.ipc.request('library.setKept', groups);
      return isDone(services, await keepInParts(services, undo, back, { itemsIn: (group) => group.ids.length }));
    },
    redo: async () => {
      const again = await make(false);
      if (again.undo.length > 0) ({ undo } = again);
      return isDone(services, again);
    },
    ...(change.note !== undefined && { kind: `note ${ids[0]}` }),
  };
  const screen = shell.getState().tab;
  if (ids.length === 1) {
    history.getState().push(screen, step);
    return made.error;
  }
  const changed = t('keep.changed', { what: nameOf(change, t), count: ids.length - made.unchanged });
  // One message: of two, only the last would be seen.
  offerUndo(services, screen, made.unchanged === 0 ? changed : `${changed}. ${unchangedText(services, made)}`, step);
  return made.error;
}

/** What several requests did together. `unchanged`: how many items are as they were, by an error or *Cancel*. */
type Kept = { undo: KeptOutcome['undo']; unchanged: number; error: AppError | null };

/** Sends changes in parts, until one fails or the person cancels. */
async function keepInParts<T>(
  services: KeepServices,
  all: readonly T[],
  send: (some: T[]) => Promise<Sent>,
  { isCancellable = false, itemsIn = () => 1 }: { isCancellable?: boolean; itemsIn?: (one: T) => number } = {},
): Promise<Kept> {
  const total = (some: readonly T[]): number => some.reduce((sum, one) => sum + itemsIn(one), 0);
  const undo: KeptOutcome['undo'] = [];
  // Of the part that failed: what of it was changed before.
  let changedInLast = 0;
  const { left, error } = await inParts(
    services,
    all,
    async (some) => {
      const done = await send(some);
      if (!done.ok) return done.error;
      undo.push(...done.data.undo);
      if (done.data.error !== null) changedInLast = total(some) - done.data.unchangedIds.length;
      return done.data.error;
    },
    isCancellable,
  );
  return { undo, unchanged: total(left) - changedInLast, error };
}

function unchangedText({ session }: KeepServices, { unchanged, error }: Kept): string {
  const t = translatorOf(session.getState().locale);
  return t(error === null ? 'work.left' : 'keep.unchanged', { count: unchanged });
}

function isDone(services: KeepServices, { undo, unchanged, error }: Kept): boolean {
  const { toasts, session } = services;
  if (unchanged > 0) toasts.add({ title: unchangedText(services, { undo, unchanged, error }) });
  else if (error !== null) toasts.add({ title: translatorOf(session.getState().locale)('history.failed') });
  return undo.length > 0;
}

/** Makes a collection. @returns its id, or the failure. */
export async function createCollection(
  services: KeepServices,
  collection: RouteInput<'collections.create'>,
): Promise<{ id: string } | AppError> {
  const { ipc, session, shell } = services;
  const made = await ipc.request('collections.create', collection);
  if (!made.ok) return made.error;
  const { id } = made.data;
  const t = translatorOf(session.getState().locale);
  offerUndo(services, shell.getState().tab, t('collection.created', { title: collection.title }), {
    name: (say) => say('collection.did.create'),
    undo: () => succeeded(services, ipc.request('collections.remove', { id })),
    redo: () => succeeded(services, ipc.request('collections.restore', { id })),
  });
  return made.data;
}

/** A collection as far as an action needs it. */
type Named = { id: string; title: string };

/** Removes a collection, which can be undone; its items stay. */
export async function removeCollection(services: KeepServices, { id, title }: Named): Promise<AppError | null> {
  const { ipc, session, shell } = services;
  const removed = await ipc.request('collections.remove', { id });
  if (!removed.ok) return removed.error;
  const t = translatorOf(session.getState().locale);
  offerUndo(services, shell.getState().tab, t('collection.removed', { title }), {
    name: (say) => say('collection.did.remove'),
    undo: () => succeeded(services, ipc.request('collections.restore', { id })),
    redo: () => succeeded(services, ipc.request('collections.remove', { id })),
  });
  return null;
}

/** Gives a collection another title, which can be undone. */
export async function renameCollection(
  services: KeepServices,
  { id, title }: Named,
  next: string,
): Promise<AppError | null> {
  const { ipc, shell, history } = services;
  const renamed = await ipc.request('collections.rename', { id, title: next });
  if (!renamed.ok) return renamed.error;
  history.getState().push(shell.getState().tab, {
    name: (say) => say('collection.did.rename'),
    undo: () => succeeded(services, ipc.request('collections.rename', { id, title })),
    redo: () => succeeded(services, ipc.request('collections.rename', { id, title: next })),
  });
  return null;
}

/** Puts items into a collection or takes them out, which can be undone. */
export async function collectItems(
  services: KeepServices,
  { id, title }: Named,
  ids: readonly string[],
  isAdding: boolean,
): Promise<AppError | null> {
  const { ipc, session, shell } = services;
  const changed: string[] = [];
  for (let first = 0; first < ids.length; first += COLLECTED_AT_ONCE) {
    const itemIds = ids.slice(first, first + COLLECTED_AT_ONCE);
    const done = await ipc.request(isAdding ? 'collections.addItems' : 'collections.removeItems', { id, itemIds });
    if (!done.ok) return done.error;
    changed.push(...done.data.changedIds);
  }
  const t = translatorOf(session.getState().locale);
  if (changed.length === 0) {
    services.toasts.add({ title: t(isAdding ? 'collection.hasAll' : 'collection.hasNone', { title }) });
    return null;
  }
  const send = (adds: boolean) => async (): Promise<boolean> => {
    for (let first = 0; first < changed.length; first += COLLECTED_AT_ONCE) {
      const itemIds = changed.slice(first, first + COLLECTED_AT_ONCE);
      const request = ipc.request(adds ? 'collections.addItems' : 'collections.removeItems', { id, itemIds });
      if (!(await succeeded(services, request))) return false;
    }
    return true;
  };
  const count = changed.length;
  offerUndo(services, shell.getState().tab, t(isAdding ? 'collection.added' : 'collection.taken', { title, count }), {
    name: (say) => say(isAdding ? 'collection.did.add' : 'collection.did.take', { title }),
    undo: send(!isAdding),
    redo: send(isAdding),
  });
  return null;
}

/** Whether a request succeeded; a message says if not. */
async function succeeded({ toasts, session }: KeepServices, done: Promise<{ ok: boolean }>): Promise<boolean> {
  const { ok } = await done;
  if (!ok) toasts.add({ title: translatorOf(session.getState().locale)('history.failed') });
  return ok;
}
