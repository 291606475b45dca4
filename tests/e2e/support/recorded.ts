// What the app has asked of the desktop, as the Chromium host wrote it down.

import type { RunningApp } from './launch.ts';

type Call = { call: string; args: unknown[] };

/** First arguments of every call of that name so far, such as `Notification.show`. */
export async function recorded(app: RunningApp, call: string): Promise<unknown[]> {
  const line = await app.control({ type: 'recorded' });
  const calls: Call[] = JSON.parse(line.slice('recorded '.length));
  return calls.filter((one) => one.call === call).map(({ args }) => args[0]);
}

/** Files that were handed to the system to be dragged out of the window. */
export async function draggedFiles(app: RunningApp): Promise<string[]> {
  const items = await recorded(app, 'webContents.startDrag');
  return items.flatMap((item) => (item as { files: string[] }).files);
}
