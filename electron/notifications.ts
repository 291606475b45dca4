// The system's notifications. It must not know what they are about.

import { Notification } from 'electron';

/** Those on the screen: one that nothing holds is collected, and its click with it. */
const shown = new Set<Notification>();

/** Shows a notification, where the system has any. */
export function showNotification(words: { title: string; body: string }, onClick: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification(words);
  const forget = (): void => void shown.delete(notification);
  shown.add(notification);
  notification.on('click', () => {
    forget();
    onClick();
  });
  notification.on('close', forget);
  notification.show();
}
