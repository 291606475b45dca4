import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
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

// fault 5
it('does not throw when its folder cannot be created', async () => {
  const file = path.join(await tempFolder(), 'file');
  await writeFile(file, '');
  const log = openLog(path.join(file, 'logs'), (line) => line);
  expect(() => log.info('started')).not.toThrow();
});

it.skipIf(process.platform === 'win32')('a pipe in the place of the file or folder does not stop it', async () => {
  for (const place of ['logs', 'logs/main.log']) {
    const root = await tempFolder();
    await mkdir(path.dirname(path.join(root, place)), { recursive: true });
    execFileSync('mkfifo', [path.join(root, place)]);
    openLog(path.join(root, 'logs'), (line) => line).info('started');
    expect(await readFile(path.join(root, 'logs', 'main.log'), 'utf8')).toContain('started');
    expect((await readdir(root, { recursive: true })).filter((name) => name.includes('.put-aside-'))).toHaveLength(1);
  }
});

it('does not throw when the disk is full, nor for facts without JSON', async () => {
  const folder = await tempFolder();
  const log = openLog(folder, (line) => line);
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  expect(() => log.info('circular', circular)).not.toThrow();
  expect(() => log.info('big', { count: 1n })).not.toThrow();
  if (!existsSync('/dev/full')) return;
  await symlink('/dev/full', path.join(folder, 'main.log'));
  expect(() => log.info('started')).not.toThrow();
});

it.skipIf(!existsSync('/dev/full'))('goes on when stderr is a file on a full disk (needs /dev/full)', async () => {
  const folder = await tempFolder();
  const script = `const { ignoreStderrFailures, openLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)});
    ignoreStderrFailures();
    const log = openLog(${JSON.stringify(folder)}, (line) => line);
    process.on('uncaughtException', (error) => log.error('main.bug', error));
    log.error('first', new Error('x'));
    setTimeout(() => log.info('second'), 100);`;
  const stderr = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'ignore', stderr] });
  const [code] = await once(child, 'exit');
  closeSync(stderr);
  const lines = (await readFile(path.join(folder, 'main.log'), 'utf8')).trimEnd().split('\n');
  expect([code, lines.map((line) => JSON.parse(line).event)]).toEqual([0, ['first', 'second']]);
});
