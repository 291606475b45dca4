// The actions on library items for all screens: save a copy, delete with Undo, copy the text. Independent of the
// screens.

import type { RouteInput, RouteResult } from '../../shared/contract/index.ts';
import type { EditItem, LibraryItem, SpeechItem } from '../../shared/contract/library.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { MAX_AT_ONCE } from '../../shared/library/library-limits.ts';
import { contentFacts, contentOfMime } from '../../shared/library/reply-contents.ts';
import { KIND_FACTS } from '../../shared/speech/formats.ts';
import { isDecodedForWav, takeCopies } from '../../shared/speech/take-copies.ts';
import { formatCount } from '../../shared/text/format-text.ts';
import type { Commons, Dialogs } from '../services.ts';
import { translatorOf } from '../texts.ts';
import { type Done, inParts } from '../work/many-items.ts';
import { offerUndo } from '../work/offer-undo.ts';
import { type Chosen, takesIn } from './chosen.ts';
import { writtenText } from './item-text.ts';
import { beginDragging, onceReleased } from './keeping/dragged.ts';
import { missingError } from './missing-media.ts';
import { notifySaved } from './saved-files.ts';
import { savableVersions } from './versions.ts';

/** Characters of a title in a menu. */
const MENU_CHARACTERS = 40;
/** Characters of a title in a message. */
const TOAST_CHARACTERS = 200;

/** The format of a copy: WAV, the protected picture, or the original bytes. */
export type SaveKind = RouteInput<'library.saveCopy'>['as'];

/** Returns the formats for a copy, best first; for an edit, see `savePicture`. */
export function saveChoices(item: LibraryItem): readonly SaveKind[] {
  switch (item.kind) {
    case 'speech':
      return takeCopies(item.audio.format, item.warnings);
    case 'edit':
    case 'reply':
      return ['received'];
  }
}

/** Returns the file extension of an item as received, without a dot. */
function receivedExtension(item: LibraryItem): string {
  switch (item.kind) {
    case 'speech':
      return KIND_FACTS[item.audio.format].extension;
    case 'edit':
      return contentFacts(contentOfMime(item.raw.mime) ?? 'unknown').extension;
    case 'reply':
      return contentFacts(item.content).extension;
  }
}

/** Returns the label of a format for a copy. */
export function saveLabel(item: LibraryItem, as: SaveKind, t: Translate): string {
  if (as === 'wav') return t('takes.saveWav');
  return t('takes.saveReceived', { extension: receivedExtension(item) });
}

/** What saving a copy needs. */
export type SaveServices = Pick<Commons, 'ipc' | 'missing' | 'askPicture' | 'saveTake' | 'session' | 'toasts'>;

/**
 * Asks for a file and saves a copy there; returns the failure, if any. Cancelling the dialog is not a failure.
 * @param sourceName the name of the file that was edited, if it is known
 */
export async function saveCopy(
  services: SaveServices,
  item: LibraryItem,
  as: SaveKind,
  sourceName?: string,
): Promise<AppError | null> {
  const { ipc, missing } = services;
  const input: RouteInput<'library.saveCopy'> = { id: item.id, as, ...(sourceName !== undefined && { sourceName }) };
  if (as === 'wav' && item.kind === 'speech' && isDecodedForWav(item.audio.format)) {
    const { decodeToWav } = await import('../engines/audio/decode-wav.ts');
    const wav = await decodeToWav(`/media/${item.mediaId}`, item.audio.sampleRateHz);
    if (wav === undefined) {
      await missing.getState().look([item.mediaId]);
      const file = missing.getState().files.get(item.mediaId);
      return file === undefined ? appError('sound.undecodable') : missingError(file, item.title);
    }
    input.wav = wav;
  }
  const result = await ipc.request('library.saveCopy', input);
  if (!result.ok) return result.error;
  notifySaved(services, [result.data.file]);
  return null;
}

/** Shows the file of an item in the system's program for files; returns the failure, if any. */
export async function showItemFile({ ipc }: Pick<Commons, 'ipc'>, { id }: LibraryItem): Promise<AppError | null> {
  const shown = await ipc.request('library.showItem', { id });
  return shown.ok ? null : shown.error;
}

/** Plays the takes among several items one after the other; says so if there are none. */
export async function playChosen(
  { player, session, toasts }: Pick<Commons, 'player' | 'session' | 'toasts'>,
  chosen: Chosen,
): Promise<void> {
  const takes = await takesIn(chosen);
  if (takes.length === 0) toasts.add({ title: translatorOf(session.getState().locale)('takes.noneChosen') });
  else player.getState().playInARow(takes);
}

/** Opens the dialog that saves takes as one sound, named after the first. @param takes in the order of the sound. */
export async function joinTakes(
  { openExport }: Pick<Dialogs, 'openExport'>,
  takes: readonly SpeechItem[],
): Promise<void> {
  const { linesOfTakes } = await import('./export-lines.ts');
  const [first] = takes;
  const lines = linesOfTakes(takes);
  openExport({ product: 'sound', title: first?.title ?? '', lines, maxSpeedUp: 1, script: null });
}

/**
 * Starts a system drag of copies of items; must be called when the drag begins. It is the person's as long as the button
 * is down. Of too many items, it says so.
 */
export async function dragItemsOut(
  { ipc, toasts, session }: Pick<Commons, 'ipc' | 'toasts' | 'session'>,
  wanted: readonly string[] | Promise<readonly string[]>,
  report: (error: AppError | null) => void,
): Promise<void> {
  let isHeld = true;
  const stop = onceReleased(() => {
    isHeld = false;
    void ipc.request('library.endDrag', null);
  });
  try {
    const ids = await wanted;
    if (ids.length > MAX_AT_ONCE) {
      const { locale } = session.getState();
      toasts.add({ title: translatorOf(locale)('library.tooManyAtOnce', { count: formatCount(MAX_AT_ONCE, locale) }) });
      return;
    }
    if (ids.length === 0 || !isHeld) return;
    beginDragging(ids);
    const result = await ipc.request('library.startDrag', { ids: [...ids] });
    if (result.ok) notifySaved({ ipc, toasts, session }, result.data.files);
    else report(result.error);
  } finally {
    stop();
  }
}

/** What changing and deleting items needs. */
export type ChangeServices = Pick<Commons, 'ipc' | 'session' | 'shell' | 'toasts' | 'player' | 'history'>;

/** Sets the sample rate at which a take's pcm is read, and offers to undo that. Sends no request. */
export async function rereadTake(services: ChangeServices, item: SpeechItem, rateHz: number): Promise<AppError | null> {
  const { session } = services;
  const before = item.audio.sampleRateHz;
  const error = await setRate(services, item, rateHz);
  if (error !== null || before === null) return error;
  const t = translatorOf(session.getState().locale);
  const set = (hz: number) => async () => (await setRate(services, item, hz)) === null;
  offerUndo(
    services,
    services.shell.getState().tab,
    t('takes.reread', { rate: formatCount(rateHz, session.getState().locale) }),
    { name: (say) => say('history.sampleRate'), undo: set(before), redo: set(rateHz) },
  );
  return null;
}

async function setRate(
  { ipc, player }: Pick<ChangeServices, 'ipc' | 'player'>,
  item: SpeechItem,
  rateHz: number,
): Promise<AppError | null> {
  const result = await ipc.request('library.reread', { id: item.id, rateHz });
  if (!result.ok) return result.error;
  // The loaded sound still has the old rate.
  const { item: loaded, isPlaying, unload, play } = player.getState();
  if (loaded?.mediaId !== item.mediaId) return null;
  unload([loaded.id]);
  if (isPlaying && result.data.kind === 'speech') play(result.data);
  return null;
}

/** Saves a copy in the best format; of an edit as `savePicture` does. */
export async function saveBest(
  services: SaveServices,
  item: LibraryItem,
  sourceName?: string,
): Promise<AppError | null> {
  return item.kind === 'edit'
    ? savePicture(services, item, sourceName)
    : saveCopy(services, item, saveChoices(item)[0] ?? 'received');
}

/**
 * Opens the dialog that saves a picture. One that can only be copied is copied at once.
 * @param sourceName the name of the file that was edited, if it is known
 * @param version the one that is chosen at first; the best one by default
 */
export async function savePicture(
  services: SaveServices,
  item: EditItem,
  sourceName?: string,
  version?: 'protected' | 'received',
): Promise<AppError | null> {
  const versions = savableVersions(item, services.missing.getState().files);
  if (versions.length === 0) return saveCopy(services, item, 'received', sourceName);
  services.askPicture({ item, versions, sourceName }, version);
  return null;
}

/** Saves items with all they need as one zip file, to be opened on another computer. */
export function saveProject({ session }: Pick<Commons, 'session'>, items: readonly LibraryItem[]): void {
  const t = translatorOf(session.getState().locale);
  const only = items.length === 1 ? items[0] : undefined;
  const project = { name: only?.title || t('transfer.projectName'), itemIds: items.map(({ id }) => id), scriptIds: [] };
  session.getState().transferLibrary({ kind: 'project', project });
}

/** Deletes items and offers to undo that, on the screen that is open. */
export function trashItems(services: ChangeServices, items: readonly LibraryItem[]): Promise<AppError | null> {
  return trashAll(
    services,
    items.map(({ id }) => id),
    items.length === 1 ? items[0] : undefined,
  );
}

/** Deletes items like `trashItems`, however many they are. */
export async function trashChosen(services: ChangeServices, chosen: Chosen): Promise<AppError | null> {
  return chosen.count === 1 ? trashItems(services, await chosen.items()) : trashAll(services, await chosen.ids());
}

/** @param only the item, if it is a single one. */
async function trashAll(
  services: ChangeServices,
  ids: readonly string[],
  only?: LibraryItem,
): Promise<AppError | null> {
  const { session, shell } = services;
  if (ids.length === 0) return null;
  const { done, left, error } = await trash(services, ids, true);
  if (done.length === 0) return error;
  const { locale } = session.getState();
  const t = translatorOf(locale);
  const title = only
    ? t('takes.deleted', { title: shortTitle(only, TOAST_CHARACTERS) })
    : t('library.deleted', { count: formatCount(done.length, locale) });
  const rest = left.length === 0 ? '' : `. ${t('work.left', { count: left.length })}`;
  offerUndo(services, shell.getState().tab, `${title}${rest}`, {
    name: (say) =>
      only ? say('history.deleteOne', { title: shortTitle(only) }) : say('history.delete', { count: done.length }),
    undo: () => reported(services, restore(services, done)),
    redo: () => reported(services, trash(services, done)),
  });
  return error;
}

/** Restores deleted items, which can be undone. */
export async function restoreItems(
  services: ChangeServices,
  ids: readonly string[],
  isCancellable = true,
): Promise<AppError | null> {
  const { shell, history } = services;
  const { done, error } = await restore(services, ids, isCancellable);
  if (done.length === 0) return error;
  history.getState().push(shell.getState().tab, {
    name: (t) => t('history.restore', { count: done.length }),
    undo: () => reported(services, trash(services, done)),
    redo: () => reported(services, restore(services, done)),
  });
  return error;
}

async function trash(services: ChangeServices, ids: readonly string[], isCancellable = false): Promise<Done<string>> {
  const send = (part: string[]) => services.ipc.request('library.trash', { ids: part }).then(errorOf);
  const result = await inParts(services, ids, send, isCancellable);
  services.player.getState().unload(result.done);
  return result;
}

function restore(services: ChangeServices, ids: readonly string[], isCancellable = false): Promise<Done<string>> {
  const send = (part: string[]) => services.ipc.request('library.restore', { ids: part }).then(errorOf);
  return inParts(services, ids, send, isCancellable);
}

function errorOf(result: RouteResult<'library.trash'>): AppError | null {
  return result.ok ? null : result.error;
}

/** Whether undoing succeeded; a message says if not. */
async function reported({ toasts, session }: ChangeServices, result: Promise<Done<string>>): Promise<boolean> {
  const { error } = await result;
  if (error !== null) toasts.add({ title: translatorOf(session.getState().locale)('history.failed') });
  return error === null;
}

/** The title of an item for the menu, or for another place with little room. */
function shortTitle({ title }: LibraryItem, characters = MENU_CHARACTERS): string {
  return title.length > characters ? `${title.slice(0, characters)}…` : title;
}

/** Copies an item's text to the clipboard. */
export async function copyText(item: LibraryItem): Promise<void> {
  await navigator.clipboard.writeText(writtenText(item)).catch(() => undefined);
}

/** Copies what a reply says, an address or an id, to the clipboard. */
export async function copyWords(words: string): Promise<void> {
  await navigator.clipboard.writeText(words).catch(() => undefined);
}
