import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { type KeyStore, openKeyVault } from './key-vault.ts';
import { openSettingsFile } from './settings-file.ts';

const fail = (error: unknown) => {
  throw error;
};
const STORE: KeyStore = {
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text) => Buffer.from(`v11${text}`),
  decryptStringAsync: async (bytes) => ({ result: bytes.toString().slice(3), shouldReEncrypt: false }),
  getSelectedStorageBackend: () => 'gnome_libsecret',
};

/** What may be in the place of a file, made there. */
const PLANTS: Record<string, (place: string) => Promise<unknown>> = {
  nothing: (place) => writeFile(place, ''),
  'a half': (place) => writeFile(place, '{"version":1,"settings":{"theme"'),
  zeros: (place) => writeFile(place, Buffer.alloc(4096)),
  'a list': (place) => writeFile(place, '[]'),
  'a picture': (place) => writeFile(place, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
  'another encoding': (place) => writeFile(place, Buffer.from('{"caf\xe9":1}', 'latin1')),
  'a nesting without end': (place) => writeFile(place, `{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
  'a file of 3 GB': (place) => writeFile(place, '').then(() => truncate(place, 3 * 1024 ** 3)),
  'a folder': (place) => mkdir(place),
  'a link to a folder': (place) => symlink(path.dirname(place), place),
};
if (process.platform !== 'win32') {
  PLANTS['a pipe'] = async (place) => execFileSync('mkfifo', [place]);
  PLANTS['a device'] = (place) => symlink('/dev/zero', place);
}

describe.each(Object.entries(PLANTS))('%s in the place of', (_what, plant) => {
  it.each([false, true])(
    'the settings: the defaults are used, and what was there is kept (with backup: %s)',
    async (has) => {
      const folder = await tempFolder();
      const file = path.join(folder, 'settings.json');
      await plant(file);
      if (has) await plant(`${file}.bak`);
      const settings = await openSettingsFile(file, fail);
      expect(settings.current().theme).toBe('system');
      settings.patch({ theme: 'dark' });
      await settings.flush();
      expect(settings.loss()).toMatchObject({
        file: 'settings',
        keptAs: expect.stringMatching(/^settings.unreadable-/),
      });
      expect(await readdir(folder)).toContain(settings.loss()?.keptAs);
      expect((await openSettingsFile(file, fail)).current().theme).toBe('dark');
    },
  );

  it('the keys: they are asked for again, and what was there is kept', async () => {
    const folder = await tempFolder();
    const file = path.join(folder, 'keys.json');
    await plant(file);
    const vault = openKeyVault(file, STORE, 'linux', fail);
    await vault.opened;
    expect(vault.loss()).toMatchObject({ file: 'keys' });
    await vault.save('one', 'https://one.example', 'sk-one-one-one');
    expect(vault.loss()?.keptAs).toMatch(/^keys.unreadable-/);
    const again = openKeyVault(file, STORE, 'linux', fail);
    await again.opened;
    expect(again.key('one', 'https://one.example')).toBe('sk-one-one-one');
  });
});

describe('settings that an editor has saved', () => {
  const TEXT = JSON.stringify({ version: 1, settings: { theme: 'dark' }, colour: 'grün' });
  const marked = `\ufeff${TEXT}`;
  it.each([
    ['UTF-8 with a mark', Buffer.from(marked)],
    ['UTF-16', Buffer.from(marked, 'utf16le')],
    ['UTF-16, big-endian', Buffer.from(marked, 'utf16le').swap16()],
  ])('in %s are read', async (_encoding, bytes) => {
    const file = path.join(await tempFolder(), 'settings.json');
    await writeFile(file, bytes);
    const settings = await openSettingsFile(file, fail);
    expect([settings.current().theme, settings.loss()]).toEqual(['dark', undefined]);
    settings.patch({ language: 'zh' });
    await settings.flush();
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ colour: 'grün', settings: { language: 'zh' } });
  });
});

it.each(['not a url', '', 'ftp://x', 'https://', 'javascript:alert(1)', 5])(
  'a connection whose address is %j is not used, stays in the file, and costs no other',
  async (baseUrl) => {
    const file = path.join(await tempFolder(), 'settings.json');
    const good = { id: 'good', name: 'Good', baseUrl: 'https://relay.example/v1' };
    await writeFile(
      file,
      JSON.stringify({ connections: [{ ...good, id: 'bad', name: 'Bad', baseUrl }, good], new: 1 }),
    );
    const settings = await openSettingsFile(file, fail);
    expect(settings.connections().map(({ id }) => id)).toEqual(['good']);
    expect(settings.loss()).toMatchObject({ parts: ['Bad'] });
    settings.patch({ theme: 'dark' });
    await settings.flush();
    const written = JSON.parse(await readFile(file, 'utf8'));
    expect(written).toMatchObject({
      new: 1,
      connections: expect.arrayContaining([expect.objectContaining({ baseUrl })]),
    });
  },
);

it.each(['constructor', 'toString', 'hasOwnProperty'])('a connection named %j has no key of its own', async (id) => {
  const file = path.join(await tempFolder(), 'keys.json');
  const vault = openKeyVault(file, STORE, 'linux', fail);
  await vault.opened;
  expect(vault.key(id, 'https://one.example')).toBeUndefined();
  await vault.remove(id);
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  await vault.save(id, 'https://one.example', 'sk-one-one-one');
  const again = openKeyVault(file, STORE, 'linux', fail);
  await again.opened;
  expect(again.key(id, 'https://one.example')).toBe('sk-one-one-one');
  expect(again.key('other', 'https://one.example')).toBeUndefined();
});
