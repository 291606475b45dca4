// What can be done with a library item from any screen: save a copy, delete with Undo, copy its text. It must not know the screens.

import type { LibraryItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import { type Services, wordsOf } from './services.ts';

/** Ways to save a copy, the best first: pcm is of use to others only as WAV. */
export function saveChoices(item: LibraryItem): readonly ('wav' | 'received')[] {
  return item.audio.format === 'pcm' ? ['wav', 'received'] : ['received'];
}

/** Asks for a place and saves a copy there; the failure, if any. Closing the dialog is none. */
export async function saveCopy(
  { ipc }: Pick<Services, 'ipc'>,
  item: LibraryItem,
  as: 'wav' | 'received',
): Promise<AppError | null> {
  const result = await ipc.request('library.saveCopy', { id: item.id, as });
  return result.ok ? null : result.error;
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
  await navigator.clipboard.writeText(item.request.text).catch(() => undefined);
}
