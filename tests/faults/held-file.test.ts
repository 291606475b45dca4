import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { moveDurably } from '../../electron/files.ts';
import { tempFolder } from '../support/temp-folder.ts';

const held = vi.hoisted(() => ({ times: 0 }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const rename: typeof real.rename = async (from, to) => {
    held.times -= 1;
    if (held.times >= 0) throw Object.assign(new Error('held'), { code: 'EPERM', syscall: 'rename' });
    return real.rename(from, to);
  };
  return { ...real, rename };
});

/** A file on a system where a virus scanner holds it open for some tries. */
async function heldFile({ times, platform }: { times: number; platform: NodeJS.Platform }) {
  const { platform: actual } = process;
  Object.defineProperty(process, 'platform', { value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: actual }));
  const folder = await tempFolder();
  const [from, to] = [path.join(folder, 'new'), path.join(folder, 'kept')];
  await writeFile(from, 'bytes');
  held.times = times;
  return { from, to };
}

// fault 9
it('a file that a virus scanner holds open for a moment is moved by the sixth try', async () => {
  const { from, to } = await heldFile({ times: 5, platform: 'win32' });
  await moveDurably(from, to);
  expect(await readFile(to, 'utf8')).toBe('bytes');
});

it.each([
  { how: 'for longer', times: 6, platform: 'win32' as const },
  { how: 'on a system where that means no permission', times: 1, platform: 'linux' as const },
])('a file that stays held $how is left where it is, with the reason', async ({ times, platform }) => {
  const { from, to } = await heldFile({ times, platform });
  await expect(moveDurably(from, to)).rejects.toMatchObject({ code: 'EPERM' });
  expect(await readFile(from, 'utf8')).toBe('bytes');
});
