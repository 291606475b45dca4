// Tells in a toast what was deleted for good. There is nothing to undo.

import { formatFileSize } from '../../../shared/text/format-text.ts';
import type { Commons } from '../../services.ts';
import { translatorOf } from '../../texts.ts';
import type { DoneDeletion } from './deleting-store.ts';

/** Shows the message. */
export function notifyDeleted({ toasts, session }: Pick<Commons, 'toasts' | 'session'>, done: DoneDeletion): void {
  const { locale } = session.getState();
  const t = translatorOf(locale);
  const title =
    done.kind === 'scripts'
      ? t('trash.doneScripts', { count: done.count })
      : t('trash.done', { count: done.count, size: formatFileSize(done.freedBytes, t, locale) });
  toasts.add({ title });
}
