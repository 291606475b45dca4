// Shows the system's notifications.

import { Notification } from 'electron';
import type { Log } from './log.ts';

/** Notifications on the screen. Without a reference one is garbage-collected, and its click handler with it. */
const shown = new Set<Notification>();

/** Shows a notification, if the system supports them. */
export function showNotification(content: { title: string; body: string }, onClick: () => void, log: Log): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification(content);
  const forget = (): void => void shown.delete(notification);
  shown.add(notification);
  notification.on('click', () => {
    forget();
    onClick();
  });
  notification.on('close', forget);
  // macOS refuses unsigned programs, Windows refuses programs without a Start menu shortcut.
  notification.on('failed', (_event, reason) => {
    forget();
    log.info('notification.failed', { reason });
  });
  notification.show();
}
