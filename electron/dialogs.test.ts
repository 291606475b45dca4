import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dialog } from 'electron';
import { expect, it, vi } from 'vitest';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { askAboutPrivateOrigin, askSavePath, sayNotInstalled } from './dialogs.ts';
import type { Log } from './log.ts';
import type { SettingsFile } from './settings/settings-file.ts';

vi.mock('electron', () => ({
  app: { getPath: () => '/downloads' },
  dialog: {
    showSaveDialog: vi.fn(async () => ({ canceled: false, filePath: '/music/take.wav' })),
    showMessageBox: vi.fn(),
    showErrorBox: vi.fn(),
  },
}));

it('offers the last folder, asks before a file is replaced, and remembers where it was saved', async () => {
  const settings = { lastSaveFolder: () => '', setLastSaveFolder: vi.fn() };
  const saved = await askSavePath(undefined, settings as unknown as SettingsFile, 'take.wav');
  expect(dialog.showSaveDialog).toHaveBeenCalledWith({
    defaultPath: path.join('/downloads', 'take.wav'),
    properties: ['showOverwriteConfirmation'],
  });
  expect(saved).toEqual({ path: '/music/take.wav', name: 'take.wav' });
  expect(settings.setLastSaveFolder).toHaveBeenCalledWith('/music');
});

it('suggests the first of numbered names that is free in the folder', async () => {
  const folder = await tempFolder();
  const settings = { lastSaveFolder: () => folder, setLastSaveFolder: vi.fn() } as unknown as SettingsFile;
  await Promise.all([1, 2, 4].map((count) => writeFile(path.join(folder, `a ${count}.png`), '')));
  await askSavePath(undefined, settings, (count) => `a ${count}.png`);
  const defaultPath = path.join(folder, 'a 3.png');
  expect(dialog.showSaveDialog).toHaveBeenLastCalledWith(expect.objectContaining({ defaultPath }));
});

it('a page that asks for dialogs without end gets one at a time, and the others are denied', async () => {
  const settings = { lastSaveFolder: () => '', setLastSaveFolder: vi.fn() } as unknown as SettingsFile;
  const log = { info: vi.fn(), error: vi.fn() } satisfies Log;
  const answered = Promise.withResolvers<{ response: number; checkboxChecked: boolean }>();
  vi.mocked(dialog.showMessageBox).mockReturnValue(answered.promise);
  vi.mocked(dialog.showSaveDialog).mockClear();
  const ask = (host: string) => askAboutPrivateOrigin(undefined, `https://${host}`, 'en', log);
  const first = ask('10.0.0.1');
  expect(await Promise.all(['10.0.0.2', '10.0.0.3'].map(ask))).toEqual([false, false]);
  expect(await askSavePath(undefined, settings, 'take.wav')).toBeUndefined();
  expect(dialog.showMessageBox).toHaveBeenCalledOnce();
  expect(dialog.showSaveDialog).not.toHaveBeenCalled();
  // Another window than the one whose dialog nobody can answer.
  const other = {} as Parameters<typeof askSavePath>[0];
  expect(await askSavePath(other, settings, 'take.wav')).toBeDefined();
  answered.resolve({ response: 1, checkboxChecked: false });
  expect(await first).toBe(true);
  expect(await askSavePath(undefined, settings, 'take.wav')).toBeDefined();
});

it('says why a newer version was not installed', () => {
  sayNotInstalled(new Error('spawn EACCES'), 'en');
  const reason = expect.stringContaining('spawn EACCES');
  expect(dialog.showErrorBox).toHaveBeenCalledExactlyOnceWith('The new version was not installed', reason);
});
