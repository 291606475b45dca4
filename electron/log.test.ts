import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { openLog } from './log.ts';

it('writes one line per event, without secrets, to a file only the owner can read', async () => {
  const folder = path.join(await tempFolder(), 'logs');
  const log = openLog(folder, (line) => line.replaceAll('secret', '…'));
  log.info('started', { key: 'my secret' });
  log.info('ended');
  const file = path.join(folder, 'main.log');
  const lines = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([{ level: 'info', event: 'started', key: 'my …' }, { event: 'ended' }]);
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('renames a log that is too large to main.log.1 and starts a new one', async () => {
  const folder = await tempFolder();
  const log = openLog(folder, (line) => line);
  const [file, older] = [path.join(folder, 'main.log'), path.join(folder, 'main.log.1')];
  await writeFile(older, 'oldest');
  await writeFile(file, 'x'.repeat(1024 * 1024));
  log.info('still fits');
  expect(await readFile(older, 'utf8')).toBe('oldest');
  log.info('begins anew');
  expect(await readFile(older, 'utf8')).toMatch(/^x+\{.*"still fits"\}\n$/);
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(1);
});

it('does not throw when its folder cannot be created', async () => {
  const file = path.join(await tempFolder(), 'file');
  await writeFile(file, '');
  const log = openLog(path.join(file, 'logs'), (line) => line);
  expect(() => log.info('started')).not.toThrow();
});
