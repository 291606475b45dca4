// The system's notifications. It must not know what they are about.

import { Notification } from 'electron';
import type { Log } from './log.ts';

/** Those on the screen: one that nothing holds is collected, and its click with it. */
const shown = new Set<Notification>();

/** Shows a notification, where the system has any. */
export function showNotification(words: { title: string; body: string }, onClick: () => void, log: Log): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification(words);
  const forget = (): void => void shown.delete(notification);
  shown.add(notification);
  notification.on('click', () => {
    forget();
    onClick();
  });
  notification.on('close', forget);
  // macOS refuses programs that are not signed, Windows those without a shortcut of their own.
  notification.on('failed', (_event, reason) => {
    forget();
    log.info('notification.failed', { reason });
  });
  notification.show();
}
