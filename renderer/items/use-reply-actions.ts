// The actions on a kept reply, for the library, the history of a picture and errors: none of them sends a request that could
// be billed.

import { useState } from 'react';
import type { RouteResult } from '../../shared/contract/index.ts';
import type { ReplyItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import { useCommons, useOpening, useTranslation } from '../services.ts';
import { notifySaved } from './saved-files.ts';

type Outcome = RouteResult<'replies.fetch' | 'replies.allowOrigin' | 'replies.ask' | 'replies.readAgain'>;

/** The actions, and which of them is running. */
type ReplyActions = {
  busy: 'fetching' | 'asking' | 'reading' | null;
  /** Fetches all missing results. */
  fetch: () => void;
  /** Lets main ask whether the host of a missing result is allowed, and fetches it then. */
  allow: (index: number) => void;
  /** Asks the relay for the result of a request that it has taken. */
  ask: () => void;
  readAgain: () => void;
  save: () => void;
  show: () => void;
};

/**
 * Returns the actions on a reply; a toast says what became of it.
 * @param report called with the failure, or with null after success.
 */
export function useReplyActions(replyId: string, report: (error: AppError | null) => void): ReplyActions {
  const commons = useCommons();
  const { showInLibrary } = useOpening();
  const { ipc, toasts } = commons;
  const { t } = useTranslation();
  const [busy, setBusy] = useState<ReplyActions['busy']>(null);

  const showToast = (title: string, itemId?: string): void => {
    const toastId = toasts.add({
      title,
      ...(itemId !== undefined && {
        actionProps: {
          children: t('reply.showMade'),
          onClick: () => {
            toasts.close(toastId);
            showInLibrary(itemId);
          },
        },
      }),
    });
  };
  const run = async (
    kind: NonNullable<ReplyActions['busy']>,
    operation: Promise<Outcome>,
    textOf: (madeCount: number, item: ReplyItem) => string | null,
  ): Promise<void> => {
    setBusy(kind);
    const outcome = await operation;
    setBusy(null);
    report(outcome.ok ? null : outcome.error);
    if (!outcome.ok) return;
    const { item, madeIds } = outcome.data;
    const text = textOf(madeIds.length, item);
    if (text !== null) showToast(text, madeIds[0]);
  };
  const fetchedText = (count: number): string => (count === 0 ? t('reply.notFetched') : t('reply.fetched', { count }));
  return {
    busy,
    fetch: () => void run('fetching', ipc.request('replies.fetch', { id: replyId }), fetchedText),
    // Nothing is said if the person did not allow it.
    allow: (index) =>
      void run('fetching', ipc.request('replies.allowOrigin', { id: replyId, index }), (count, { missing }) =>
        count === 0 && missing.every(({ error }) => error.code === 'result.refused') ? null : fetchedText(count),
      ),
    ask: () =>
      void run('asking', ipc.request('replies.ask', { id: replyId }), (count, { asked, error }) => {
        if (count === 0) return t(error?.code === 'outcome.accepted' ? 'task.pending' : 'task.nothing');
        return asked?.kind === 'speech' ? t('task.madeTake') : t('task.madePictures', { count });
      }),
    readAgain: () =>
      void run('reading', ipc.request('replies.readAgain', { id: replyId }), (count, { asked }) => {
        if (count === 0) return t('reply.stillUnread');
        return asked?.kind === 'speech' ? t('reply.madeTake') : t('reply.madePictures', { count });
      }),
    save: () =>
      void ipc.request('library.saveCopy', { id: replyId, as: 'received' }).then((saved) => {
        if (saved.ok) notifySaved(commons, [saved.data.file]);
        report(saved.ok ? null : saved.error);
      }),
    show: () => showInLibrary(replyId),
  };
}
