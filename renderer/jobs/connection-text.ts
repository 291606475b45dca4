// The displayed name of a connection, and whether it lacks a key.

import { PRACTICE_CONNECTION_ID } from '../../shared/connection/connections.ts';
import type { Connection } from '../../shared/contract/settings.ts';
import type { Translate } from '../../shared/i18n/index.ts';

/** Returns the displayed name of a connection, also of one that was used before; the practice relay's is translated. */
export function connectionName({ id, name }: Pick<Connection, 'id' | 'name'>, t: Translate): string {
  return id === PRACTICE_CONNECTION_ID ? t('connection.practice') : name;
}

/** Returns what is shown beside the name of a connection that cannot send because it has no key; otherwise null. */
export function missingKeyText({ keyState }: Connection, t: Translate): string | null {
  return keyState === 'missing' || keyState === 'unreadable' ? t('connection.noKey') : null;
}

/** Returns where a connection's relay is, in one short line. */
export function connectionPlace(connection: Connection, t: Translate): string {
  return connection.isPractice ? t('connection.onThisComputer') : connection.baseUrl.replace(/^https?:\/\//, '');
}
