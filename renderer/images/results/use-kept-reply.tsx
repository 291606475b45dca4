// What can be done with the kept reply of a failed edit, for the menu of its tile.

import { Copy, Download, FileText, RefreshCw, Save, ShieldCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import { errorText } from '../../items/error-text.ts';
import { copyWords } from '../../items/item-actions.ts';
import { useReplyActions } from '../../items/use-reply-actions.ts';
import type { FailedPicture } from '../../jobs/attention.ts';
import { useTranslation } from '../../services.ts';
import type { MenuEntry } from '../../ui/Menu.tsx';

type KeptReply = {
  /** Groups of entries, each after a separator. */
  entries: readonly MenuEntry[];
  /** Sentences for the tooltip of the tile. */
  hints: readonly string[];
  isFetching: boolean;
};

/** Returns the actions on the reply of a failure. @param report called with the failure of an action, or with null. */
export function useKeptReply(
  { job: { replyId }, index, error }: FailedPicture,
  report: (error: AppError | null) => void,
): KeptReply {
  const { t } = useTranslation();
  const { busy, fetch, allow, ask, save, show } = useReplyActions(replyId ?? '', report);
  const { url, taskId, taskUrl, canAsk, canAllow } = error.details;
  const isRefused = error.code === 'result.refused';
  const isFetchable = isRefused || error.code === 'result.lost';
  const entry = (id: string, label: string, icon: ReactElement, onSelect: () => void): MenuEntry[] => [
    { id, label, icon, onSelect, isDisabled: busy !== null },
  ];
  const copy = (id: string, label: string, words: unknown): MenuEntry[] =>
    typeof words === 'string' ? entry(id, label, <Copy size={16} aria-hidden />, () => void copyWords(words)) : [];
  const ofResult = [
    ...(replyId !== null && isFetchable
      ? entry('fetch', t('reply.fetch'), <Download size={16} aria-hidden />, fetch)
      : []),
    ...(replyId !== null && isRefused && canAllow === true
      ? entry('allow', t('reply.allow'), <ShieldCheck size={16} aria-hidden />, () => allow(index))
      : []),
    ...copy('address', t('reply.copyAddress'), url),
  ];
  const ofTask = [
    ...(replyId !== null && canAsk === true
      ? entry('ask', t('task.ask'), <RefreshCw size={16} aria-hidden />, ask)
      : []),
    ...copy('taskId', t('task.copyId'), taskId),
    ...copy('taskUrl', t('task.copyAddress'), taskUrl),
  ];
  const ofReply =
    replyId === null
      ? []
      : [
          ...entry('saveReply', t('reply.save'), <Save size={16} aria-hidden />, save),
          ...entry('showReply', t('reply.show'), <FileText size={16} aria-hidden />, show),
        ];
  return {
    entries: [ofResult, ofTask, ofReply].flatMap((group) => (group.length > 0 ? ['separator' as const, ...group] : [])),
    hints: isFetchable || error.code === 'outcome.accepted' ? [errorText(error.code, 'advice', t, 'edit')] : [],
    isFetching: busy === 'fetching',
  };
}
