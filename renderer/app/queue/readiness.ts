// Whether the active connection can send requests at all. Independent of the kind of request.

import type { Translate } from '../../../shared/i18n/index.ts';
import { activeConnection, type Session } from '../session-store.ts';

/** Why nothing can be sent. */
export type NotReady = 'key' | 'keyOpening' | 'keyUnreadable' | 'storage' | 'practiceStarting' | 'practiceFailed';

/** The most important reason, or null when the active connection can be used. */
export function notReady(session: Pick<Session, 'connections' | 'settings' | 'storage' | 'practice'>): NotReady | null {
  if (!session.storage.isWritable) return 'storage';
  const connection = activeConnection(session);
  if (connection?.isPractice && session.practice !== 'running')
    return session.practice === 'starting' ? 'practiceStarting' : 'practiceFailed';
  if (connection === undefined || connection.keyState === 'missing') return 'key';
  if (connection.keyState === 'opening') return 'keyOpening';
  return connection.keyState === 'unreadable' ? 'keyUnreadable' : null;
}

/** The text of the reason. */
export function formatNotReady(reason: NotReady, connectionName: string, t: Translate): string {
  if (reason === 'key') return t('blocked.key', { name: connectionName });
  if (reason === 'keyUnreadable') return t('blocked.keyUnreadable', { name: connectionName });
  return t(`blocked.${reason}`);
}
