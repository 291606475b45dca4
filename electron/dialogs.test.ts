import path from 'node:path';
import { dialog } from 'electron';
import { expect, it, vi } from 'vitest';
import { askSavePath } from './dialogs.ts';
import type { SettingsFile } from './settings/settings-file.ts';

vi.mock('electron', () => ({
  app: { getPath: () => '/downloads' },
  dialog: { showSaveDialog: vi.fn(async () => ({ canceled: false, filePath: '/music/take.wav' })) },
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
