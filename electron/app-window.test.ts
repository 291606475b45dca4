import type { BrowserWindow } from 'electron';
import { expect, it, vi } from 'vitest';
import { createAppWindow } from './app-window.ts';
import type { SettingsFile } from './settings/settings-file.ts';
import { loadUi, openWindow } from './window.ts';

vi.mock('./window.ts', () => ({ openWindow: vi.fn(), loadUi: vi.fn(), focusWindow: vi.fn(), showRunning: vi.fn() }));

function start() {
  const webContents = { startDrag: vi.fn(), setZoomFactor: vi.fn() };
  const window = { isGone: false, webContents, isFocused: () => true, isDestroyed: () => window.isGone };
  vi.mocked(openWindow).mockReturnValue(window as unknown as BrowserWindow);
  const settings = { current: () => ({ interfaceScale: 1.25 }) } as SettingsFile;
  return { window, app: createAppWindow('/dist', settings, { info: vi.fn(), error: vi.fn() }) };
}

it('is no window before it opens and after it is closed, and nothing is asked of one', async () => {
  const { window, app } = start();
  const none = () => {
    expect([app.current(), app.contents(), app.isFocused()]).toEqual([undefined, undefined, false]);
    app.startDrag(['/a.wav']);
    expect(window.webContents.startDrag).not.toHaveBeenCalled();
  };
  none();
  await app.open(vi.fn());
  expect([app.current(), app.contents(), app.isFocused()]).toEqual([window, window.webContents, true]);
  expect(window.webContents.setZoomFactor).toHaveBeenCalledWith(1.25);
  window.isGone = true;
  none();
});

it('is known when it has opened, before its page loads', async () => {
  const { app } = start();
  const order: string[] = [];
  vi.mocked(loadUi).mockImplementation(async () => void order.push('loaded'));
  await app.open(() => order.push(app.current() ? 'opened' : 'missing'));
  expect(order).toEqual(['opened', 'loaded']);
});

it('drags all files under one picture', async () => {
  const { window, app } = start();
  await app.open(vi.fn());
  app.startDrag(['/a.wav', '/b.png']);
  expect(window.webContents.startDrag).toHaveBeenCalledWith({
    file: '/a.wav',
    files: ['/a.wav', '/b.png'],
    icon: expect.stringMatching(/drag-icon\.png$/),
  });
});
