import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
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

/** Writes settings.json and opens it. */
async function openWith(content: unknown, backup?: unknown) {
  const folder = await tempFolder();
  const file = path.join(folder, 'settings.json');
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  await writeFile(file, text(content));
  if (backup !== undefined) await writeFile(`${file}.bak`, text(backup));
  const settings = await openSettingsFile(file, fail);
  const read = async () => JSON.parse(await readFile(file, 'utf8'));
  return {
    folder,
    file,
    settings,
    read,
    kept: async () => (await readdir(folder)).filter((name) => name.includes('unreadable')),
  };
}

const RULE = { from: 'a', to: 'b', language: '', isWholeWord: true, isCaseSensitive: false };
const ACME = { id: 'acme', name: 'Acme', baseUrl: 'https://acme.example' };

describe('a file of which nothing can be read', () => {
  const garbage = ['', '{"version":', '[]', 'null', '7', '"text"', '\u0000\u0000', `${'['.repeat(100_000)}`];

  // fault 15
  it.each(garbage)('%j is kept aside and reported; the defaults apply', async (content) => {
    const { folder, settings, kept } = await openWith(content);
    expect(settings.current().language).toBe('system');
    const [name = ''] = await kept();
    expect(settings.loss()).toEqual({ file: 'settings', parts: [], isRestored: false, keptAs: name });
    expect(await readFile(path.join(folder, name), 'utf8')).toBe(content);
  });

  it.each(garbage)('%j: the backup is used where there is one', async (content) => {
    const { settings } = await openWith(content, { settings: { language: 'zh' }, connections: [ACME] });
    expect([settings.current().language, settings.connections().length]).toEqual(['zh', 1]);
    expect(settings.loss()).toMatchObject({ parts: [], isRestored: true });
  });
});

describe('a file of which a part cannot be read', () => {
  // promise readable-stays
  it.each([
    [{ settings: { language: 'klingon', theme: 'dark' } }, 'settings.language'],
    [{ settings: { theme: 'dark', speech: { speed: 99, format: 'mp3' } } }, 'settings.speech.speed'],
    [{ settings: { theme: 'dark', voices: { favourites: ['a', 5, 'b'] } } }, 'settings.voices.favourites.1'],
    [{ settings: { theme: 'dark', refusedVoices: { a: ['v'], b: 'x' } } }, 'settings.refusedVoices.b'],
    [{ settings: { theme: 'dark', mask: { tools: { tool: 'axe', tolerance: 70 } } } }, 'settings.mask.tools.tool'],
    [{ settings: { theme: 'dark', lexicon: [RULE, { ...RULE, from: 7 }] } }, 'settings.lexicon.1'],
    [{ settings: { theme: 'dark' }, window: { x: 'left' } }, 'window'],
    [{ settings: { theme: 'dark' }, version: 'latest' }, 'version'],
    [{ settings: { theme: 'dark' }, connections: 'none' }, 'connections'],
    [{ settings: { theme: 'dark' }, connections: [{ ...ACME, dialect: { maxRatio: -1 } }] }, 'Acme.dialect.maxRatio'],
  ])('%j loses %s and nothing else', async (content, path) => {
    const { settings, kept } = await openWith(content);
    expect(settings.loss()?.parts).toEqual([path]);
    expect(settings.current().theme).toBe('dark');
    expect(await kept()).toHaveLength(1);
  });

  it('takes it from the backup, which is left as it is', async () => {
    const backup = { settings: { language: 'zh', theme: 'light' }, connections: [] };
    const { file, settings } = await openWith({ settings: { language: 'klingon', theme: 'dark' } }, backup);
    expect(settings.current()).toMatchObject({ language: 'zh', theme: 'dark' });
    expect(settings.loss()).toMatchObject({ parts: ['settings.language'], isRestored: true });
    expect(JSON.parse(await readFile(`${file}.bak`, 'utf8'))).toEqual(backup);
  });

  // promise readable-stays
  it.each([
    ['no address', { ...ACME, baseUrl: 'nowhere' }],
    ['an address of another kind', { ...ACME, baseUrl: 'file:///etc/passwd' }],
    ['the id of the practice relay', { ...ACME, id: 'practice' }],
    ['the id of another', { ...ACME, id: 'own', name: 'Twin' }],
    ['no object', 5],
    ['a field of another type', { ...ACME, name: { evil: true } }],
    ['__proto__', JSON.parse('{"__proto__":{"isAdmin":true},"id":5}')],
  ])('a connection with %s is not used, stays in the file, and the others are used', async (_what, entry) => {
    const own = { id: 'own', name: 'Own', baseUrl: 'https://own.example' };
    const { settings, read } = await openWith({ connections: [own, entry] });
    expect(settings.connections().map(({ id }) => id)).toEqual(['own']);
    expect(settings.loss()?.parts).toHaveLength(1);
    settings.patch({ theme: 'dark' });
    await settings.flush();
    expect((await read()).connections[1]).toEqual(entry);
  });
});

// attack 44
it('what a newer version wrote stays when the file is written again', async () => {
  const newer = {
    version: 9,
    settings: { language: 'zh', speech: { speed: 2, robot: 'on' }, hologram: { isOn: true } },
    connections: [
      { ...ACME, transport: 'quic', dialect: { colour: 'blue' } },
      { id: 'x', kind: 'telepathy' },
    ],
    telemetry: null,
  };
  const { settings, read, kept } = await openWith(newer);
  expect(settings.current().language).toBe('zh');
  expect(settings.connections().map(({ id }) => id)).toEqual(['acme']);
  settings.patch({ theme: 'dark' });
  await settings.flush();
  expect(await read()).toMatchObject({ ...newer, settings: { ...newer.settings, theme: 'dark' } });
  expect(await kept()).toEqual([]);
});

// attack 15
it('content that names prototypes changes none', async () => {
  const { settings } = await openWith(
    '{"__proto__":{"polluted":1},"settings":{"__proto__":{"polluted":1},"constructor":5}}',
  );
  settings.patch({ theme: 'dark' });
  await settings.flush();
  expect('polluted' in {}).toBe(false);
});

it('a file that cannot be kept is not written over', async () => {
  // A copy would have a name that is too long.
  const file = path.join(await tempFolder(), `${'s'.repeat(240)}.json`);
  await writeFile(file, '{');
  const settings = await openSettingsFile(file, vi.fn());
  expect(settings.loss()).toMatchObject({ parts: [] });
  settings.patch({ theme: 'dark' });
  await settings.flush();
  expect(settings.isSaved()).toBe(false);
  expect(await readFile(file, 'utf8')).toBe('{');
});

it('at most five copies are kept, the same content only once', async () => {
  const { file, kept } = await openWith('first');
  await openSettingsFile(file, fail);
  expect(await kept()).toHaveLength(1);
  const clock = vi.spyOn(Date, 'now');
  for (let day = 1; day <= 7; day++) {
    clock.mockReturnValue(Date.UTC(2100, 0, day));
    await writeFile(file, `garbage ${day}`);
    await openSettingsFile(file, fail);
  }
  clock.mockRestore();
  const names = await kept();
  expect([names.length, names.at(-1)]).toEqual([5, 'settings.unreadable-2100-01-07T00-00-00.000Z.json']);
});

it('good settings are backed up at the next start', async () => {
  const { file } = await openWith({ settings: { language: 'zh' } });
  expect(JSON.parse(await readFile(`${file}.bak`, 'utf8')).settings.language).toBe('zh');
  await writeFile(file, 'garbage');
  expect((await openSettingsFile(file, fail)).current().language).toBe('zh');
});

// fault 5
it('a change that cannot be written is reported, applies, and is written when that works again', async () => {
  const blocker = path.join(await tempFolder(), 'file');
  await writeFile(blocker, '');
  const onWriteFailed = vi.fn();
  const settings = await openSettingsFile(path.join(blocker, 'settings.json'), onWriteFailed);
  settings.patch({ language: 'zh' });
  await settings.flush();
  expect(onWriteFailed).toHaveBeenCalled();
  expect(settings.current().language).toBe('zh');
  expect(settings.isSaved()).toBe(false);
  await rm(blocker);
  await settings.flush();
  expect(settings.isSaved()).toBe(true);
  expect((await openSettingsFile(path.join(blocker, 'settings.json'), fail)).current().language).toBe('zh');
});
