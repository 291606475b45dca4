import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { DEFAULT_TOOL_SETTINGS } from '../../shared/images/mask-tools.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { openSettingsFile } from './settings-file.ts';

const fail = (error: unknown) => {
  throw error;
};

it('starts with defaults, keeps changes across a restart', async () => {
  const file = path.join(await tempFolder(), 'settings.json');
  const settings = await openSettingsFile(file, fail);
  expect(settings.current()).toMatchObject({
    language: 'system',
    activeConnectionId: 'practice',
    speech: { format: 'pcm', speed: 1 },
  });
  settings.patch({ language: 'zh' });
  settings.patch({ speech: { voice: null, speed: 2, format: 'mp3', extras: { emotion: 'happy' } } });
  await settings.flush();
  const again = await openSettingsFile(file, fail);
  expect(again.current()).toMatchObject({ language: 'zh', speech: { voice: null, speed: 2, format: 'mp3' } });
});

it('settings of a version that had fewer for the mask tools keep those they have', async () => {
  const file = path.join(await tempFolder(), 'settings.json');
  const mask = { tools: { tool: 'wand', tolerance: 70 } };
  await writeFile(file, JSON.stringify({ version: 1, settings: { mask } }));
  const { tools } = (await openSettingsFile(file, fail)).current().mask;
  expect(tools).toEqual({ ...DEFAULT_TOOL_SETTINGS, tool: 'wand', tolerance: 70 });
});

it.each(['', '{"version":', '{"version":1,"settings":{"language":"klingon"}}', '[]', '{"version":7}'])(
  'damaged content %j: defaults, and the file is kept as .bad',
  async (content) => {
    const file = path.join(await tempFolder(), 'settings.json');
    await writeFile(file, content);
    expect((await openSettingsFile(file, fail)).current().language).toBe('system');
    expect(await readFile(`${file}.bad`, 'utf8')).toBe(content);
  },
);

it('a change that cannot be written is reported and still applies', async () => {
  const blocker = path.join(await tempFolder(), 'file');
  await writeFile(blocker, '');
  const onWriteFailed = vi.fn();
  const settings = await openSettingsFile(path.join(blocker, 'settings.json'), onWriteFailed);
  settings.patch({ language: 'zh' });
  await settings.flush();
  expect(onWriteFailed).toHaveBeenCalledOnce();
  expect(settings.current().language).toBe('zh');
});

it('one damaged section does not affect the others', async () => {
  const file = path.join(await tempFolder(), 'settings.json');
  const window = { x: 0, y: 0, width: 0, height: 0, isMaximized: false };
  await writeFile(file, JSON.stringify({ version: 1, settings: { language: 'zh' }, window }));
  const settings = await openSettingsFile(file, fail);
  expect([settings.current().language, settings.windowBounds()]).toEqual(['zh', null]);
});
