// The actions on library items for all screens: save a copy, delete with Undo, copy the text. Independent of the
// screens.

import type { RouteInput, RouteResult } from '../../../shared/contract/index.ts';
import type { LibraryItem, SpeechItem } from '../../../shared/contract/library.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { contentFacts, contentOfMime } from '../../../shared/reply-contents.ts';
import { KIND_FACTS } from '../../../shared/speech/formats.ts';
import { isDecodedForWav, takeCopies } from '../../../shared/speech/take-copies.ts';
import { decodeToWav } from '../../audio/decode-wav.ts';
import { linesOfTakes } from '../export/export-lines.ts';
import { formatCount } from '../format-text.ts';
import { type Services, translatorOf } from '../services.ts';
import { offerUndo } from '../work/offer-undo.ts';
import { writtenText } from './item-text.ts';
import { missingError } from './missing-media.ts';
import { shownPicture } from './versions.ts';

/** Characters of a title in a menu. */
const MENU_CHARACTERS = 40;

/** The format of a copy: WAV, the protected picture, or the original bytes. */
export type SaveKind = RouteInput<'library.saveCopy'>['as'];

/** Returns the formats for a copy, best first; for an edit that is the protected picture, if it exists. */
export function saveChoices(item: LibraryItem): readonly SaveKind[] {
  switch (item.kind) {
    case 'speech':
      return takeCopies(item.audio.format, item.warnings);
    case 'edit':
      return item.protected === null ? ['received'] : ['protected', 'received'];
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
  if (as === 'protected')
    return t(item.kind === 'edit' && item.request.mask === null ? 'images.saveBroughtBack' : 'images.saveProtected');
  return t('takes.saveReceived', { extension: receivedExtension(item) });
}

/** Asks for a file and saves a copy there; returns the failure, if any. Cancelling the dialog is not a failure. */
export async function saveCopy(
  { ipc, missing }: Pick<Services, 'ipc' | 'missing'>,
  item: LibraryItem,
  as: SaveKind,
): Promise<AppError | null> {
  const input: RouteInput<'library.saveCopy'> = { id: item.id, as };
  if (as === 'wav' && item.kind === 'speech' && isDecodedForWav(item.audio.format)) {
    const wav = await decodeToWav(`/media/${item.mediaId}`, item.audio.sampleRateHz);
    if (wav === undefined) {
      await missing.getState().look([item.mediaId]);
      const file = missing.getState().files.get(item.mediaId);
      return file === undefined ? appError('sound.undecodable') : missingError(file, item.title);
    }
    input.wav = wav;
  }
  const result = await ipc.request('library.saveCopy', input);
  return result.ok ? null : result.error;
}

/** Asks for a folder and saves a copy of each item there, with names from a template. */
export function saveItems(
  { ipc }: Pick<Services, 'ipc'>,
  items: readonly LibraryItem[],
  template: string,
): Promise<RouteResult<'library.saveAll'>> {
  // Oldest first, so that numbers follow the order of creation.
  return ipc.request('library.saveAll', { ids: items.map(({ id }) => id).toReversed(), template });
}

/** Opens the dialog that saves takes as one sound, named after the first. @param takes in the order of the sound. */
export function joinTakes({ exporting }: Pick<Services, 'exporting'>, takes: readonly SpeechItem[]): void {
  const [first] = takes;
  const lines = linesOfTakes(takes);
  exporting.getState().open({ product: 'sound', title: first?.title ?? '', lines, maxSpeedUp: 1, script: null });
}

/** Starts a system drag of copies of items; must be called when the drag begins. */
export function dragItemsOut(
  { ipc }: Pick<Services, 'ipc'>,
  ids: readonly string[],
  report: (error: AppError | null) => void,
): void {
  void ipc.request('library.startDrag', { ids: [...ids] }).then((result) => {
    if (!result.ok) report(result.error);
  });
}

type TakeServices = Pick<Services, 'ipc' | 'session' | 'shell' | 'toasts' | 'player' | 'history'>;

/** Sets the sample rate at which a take's pcm is read, and offers to undo that. Sends no request. */
export async function rereadTake(services: TakeServices, item: SpeechItem, rateHz: number): Promise<AppError | null> {
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
  { ipc, player }: Pick<TakeServices, 'ipc' | 'player'>,
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

/** Saves a copy in the best format; of an edit whose protected picture is missing, the raw result. */
export function saveBest(services: Pick<Services, 'ipc' | 'missing'>, item: LibraryItem): Promise<AppError | null> {
  const { files } = services.missing.getState();
  const isRawLeft = item.kind === 'edit' && shownPicture(item, files) === item.raw;
  return saveCopy(services, item, isRawLeft ? 'received' : (saveChoices(item)[0] ?? 'received'));
}

/** Saves items with all they need as one zip file, to be opened on another computer. */
export function saveProject({ session }: Pick<Services, 'session'>, items: readonly LibraryItem[]): void {
  const t = translatorOf(session.getState().locale);
  const only = items.length === 1 ? items[0] : undefined;
  const project = { name: only?.title || t('transfer.projectName'), itemIds: items.map(({ id }) => id), scriptIds: [] };
  session.getState().transferLibrary({ kind: 'project', project });
}

/** Deletes items and offers to undo that, on the screen that is open. */
export async function trashItems(services: TakeServices, items: readonly LibraryItem[]): Promise<AppError | null> {
  const { session, shell } = services;
  const ids = items.map(({ id }) => id);
  const result = await trash(services, ids);
  if (!result.ok) return result.error;
  const { locale } = session.getState();
  const t = translatorOf(locale);
  const only = items.length === 1 ? items[0] : undefined;
  const title = only
    ? t('takes.deleted', { title: only.title })
    : t('library.deleted', { count: formatCount(items.length, locale) });
  offerUndo(services, shell.getState().tab, title, {
    name: (say) =>
      only ? say('history.deleteOne', { title: shortTitle(only) }) : say('history.delete', { count: items.length }),
    undo: () => reported(services, services.ipc.request('library.restore', { ids })),
    redo: () => reported(services, trash(services, ids)),
  });
  return null;
}

/** Restores deleted items, which can be undone. */
export async function restoreItems(services: TakeServices, ids: readonly string[]): Promise<AppError | null> {
  const { ipc, shell, history } = services;
  const input = { ids: [...ids] };
  const result = await ipc.request('library.restore', input);
  if (!result.ok) return result.error;
  history.getState().push(shell.getState().tab, {
    name: (t) => t('history.restore', { count: ids.length }),
    undo: () => reported(services, trash(services, input.ids)),
    redo: () => reported(services, ipc.request('library.restore', input)),
  });
  return null;
}

async function trash({ ipc, player }: TakeServices, ids: string[]): Promise<RouteResult<'library.trash'>> {
  const result = await ipc.request('library.trash', { ids });
  if (result.ok) player.getState().unload(ids);
  return result;
}

/** Whether undoing succeeded; a failure is told. */
async function reported({ toasts, session }: TakeServices, done: Promise<{ ok: boolean }>): Promise<boolean> {
  const { ok } = await done;
  if (!ok) toasts.add({ title: translatorOf(session.getState().locale)('history.failed') });
  return ok;
}

/** The title of an item for the menu. */
function shortTitle({ title }: LibraryItem): string {
  return title.length > MENU_CHARACTERS ? `${title.slice(0, MENU_CHARACTERS)}…` : title;
}

/** Gives an item another title; returns the failure, if any. */
export async function renameItem(
  { ipc }: Pick<Services, 'ipc'>,
  item: LibraryItem,
  title: string,
): Promise<AppError | null> {
  const result = await ipc.request('library.rename', { id: item.id, title });
  return result.ok ? null : result.error;
}

/** Copies an item's text to the clipboard. */
export async function copyText(item: LibraryItem): Promise<void> {
  await navigator.clipboard.writeText(writtenText(item)).catch(() => undefined);
}

/** Copies the address of a missing result to the clipboard. */
export async function copyAddress(url: string): Promise<void> {
  await navigator.clipboard.writeText(url).catch(() => undefined);
}
