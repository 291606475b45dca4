// Whether the active connection can send requests at all. Independent of the kind of request.

import type { Translate } from '../../shared/i18n/index.ts';
import { activeConnection, type Session } from '../shell/session-store.ts';

/** Why no request can be sent. */
export type NotReady = 'key' | 'keyOpening' | 'keyUnreadable' | 'storage' | 'practiceStarting' | 'practiceFailed';

/** Returns the most important reason, or null if the active connection can be used. */
export function notReady(session: Pick<Session, 'connections' | 'settings' | 'storage' | 'practice'>): NotReady | null {
  if (!session.storage.isWritable) return 'storage';
  const connection = activeConnection(session);
  if (connection?.isPractice && session.practice !== 'running')
    return session.practice === 'starting' ? 'practiceStarting' : 'practiceFailed';
  if (connection === undefined || connection.keyState === 'missing') return 'key';
  if (connection.keyState === 'opening') return 'keyOpening';
  return connection.keyState === 'unreadable' ? 'keyUnreadable' : null;
}

/** Returns the text of a reason. */
export function formatNotReady(reason: NotReady, connectionName: string, t: Translate): string {
  if (reason === 'key') return t('blocked.key', { name: connectionName });
  if (reason === 'keyUnreadable') return t('blocked.keyUnreadable', { name: connectionName });
  return t(`blocked.${reason}`);
}
