// What can be done with a library item from any screen: save a copy, delete with Undo, copy its text. It must not know the screens.

import type { RouteInput } from '../../shared/contract/index.ts';
import type { LibraryItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { audioExtension } from '../../shared/speech/formats.ts';
import { type Services, wordsOf } from './services.ts';

/** How a copy is written: as WAV, as the protected picture, or the bytes as they came. */
export type SaveKind = RouteInput<'library.saveCopy'>['as'];

/** Ways to save a copy, the best first: pcm is of use to others only as WAV, of an edit the protected picture is what was asked for. */
export function saveChoices(item: LibraryItem): readonly SaveKind[] {
  if (item.kind === 'edit') return item.protected === null ? ['received'] : ['protected', 'received'];
  return item.audio.format === 'pcm' ? ['wav', 'received'] : ['received'];
}

/** The words for a way to save a copy. */
export function saveLabel(item: LibraryItem, as: SaveKind, t: Translate): string {
  if (as === 'wav') return t('takes.saveWav');
  if (as === 'protected') return t('images.saveProtected');
  const extension = item.kind === 'edit' ? pictureExtension(item.raw.mime) : audioExtension(item.audio.format);
  return t('takes.saveReceived', { extension });
}

/** Asks for a place and saves a copy there; the failure, if any. Closing the dialog is none. */
export async function saveCopy(
  { ipc }: Pick<Services, 'ipc'>,
  item: LibraryItem,
  as: SaveKind,
): Promise<AppError | null> {
  const result = await ipc.request('library.saveCopy', { id: item.id, as });
  return result.ok ? null : result.error;
}

/** Saves a copy the best way there is. */
export function saveBest(services: Pick<Services, 'ipc'>, item: LibraryItem): Promise<AppError | null> {
  return saveCopy(services, item, saveChoices(item)[0] ?? 'received');
}

/** Deletes an item and offers to undo that. */
export async function trashItem(
  services: Pick<Services, 'ipc' | 'session' | 'toasts' | 'player'>,
  item: LibraryItem,
): Promise<AppError | null> {
  const { ipc, session, toasts, player } = services;
  const result = await ipc.request('library.trash', { ids: [item.id] });
  if (!result.ok) return result.error;
  player.getState().unload([item.id]);
  const t = wordsOf(session.getState().locale);
  const toastId = toasts.add({
    title: t('takes.deleted', { title: item.title }),
    actionProps: {
      children: t('common.undo'),
      onClick: () => {
        toasts.close(toastId);
        void ipc.request('library.restore', { ids: [item.id] });
      },
    },
  });
  return null;
}

/** Puts an item's text on the clipboard. */
export async function copyText(item: LibraryItem): Promise<void> {
  await navigator.clipboard
    .writeText(item.kind === 'edit' ? item.request.prompt : item.request.text)
    .catch(() => undefined);
}

/** `image/jpeg` → `jpg`. */
function pictureExtension(mime: string): string {
  const subtype = mime.replace(/^image\//, '');
  return subtype === 'jpeg' ? 'jpg' : subtype;
}
