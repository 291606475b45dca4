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
import { formatCount } from '../format-text.ts';
import { type Services, translatorOf } from '../services.ts';
import { writtenText } from './item-text.ts';
import { missingError } from './missing-media.ts';
import { shownPicture } from './versions.ts';

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

type TakeServices = Pick<Services, 'ipc' | 'session' | 'toasts' | 'player'>;

/** Sets the sample rate at which a take's pcm is read, and offers to undo that. Sends no request. */
export async function rereadTake(services: TakeServices, item: SpeechItem, rateHz: number): Promise<AppError | null> {
  const { session, toasts } = services;
  const before = item.audio.sampleRateHz;
  const error = await setRate(services, item, rateHz);
  if (error !== null || before === null) return error;
  const t = translatorOf(session.getState().locale);
  const toastId = toasts.add({
    title: t('takes.reread', { rate: formatCount(rateHz, session.getState().locale) }),
    actionProps: {
      children: t('common.undo'),
      onClick: () => {
        toasts.close(toastId);
        void setRate(services, item, before);
      },
    },
  });
  return null;
}

async function setRate({ ipc, player }: TakeServices, item: SpeechItem, rateHz: number): Promise<AppError | null> {
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

/** Deletes items and offers to undo that. */
export async function trashItems(services: TakeServices, items: readonly LibraryItem[]): Promise<AppError | null> {
  const { ipc, session, toasts, player } = services;
  const ids = items.map(({ id }) => id);
  const result = await ipc.request('library.trash', { ids });
  if (!result.ok) return result.error;
  player.getState().unload(ids);
  const { locale } = session.getState();
  const t = translatorOf(locale);
  const [only] = items;
  const toastId = toasts.add({
    title:
      items.length === 1 && only
        ? t('takes.deleted', { title: only.title })
        : t('library.deleted', { count: formatCount(items.length, locale) }),
    actionProps: {
      children: t('common.undo'),
      onClick: () => {
        toasts.close(toastId);
        void ipc.request('library.restore', { ids });
      },
    },
  });
  return null;
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
