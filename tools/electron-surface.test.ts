import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CONTRACTS } from './electron-contracts.ts';
import { describeSurface, findSurface, readSurfaceDocument, usesIn } from './electron-surface.ts';

const ROOT = path.join(import.meta.dirname, '..');

it('follows names to what they use', () => {
  const source = `
    import { app, BrowserWindow, type Session } from 'electron';
    import type { WebContents as Contents } from 'electron';
    export function open(session: Session | undefined, find: () => Session, other: Other) {
      const window = new BrowserWindow({});
      window.webContents.on('will-navigate', () => app.commandLine.removeSwitch('x'));
      session?.resolveProxy('https://a');
      const found = find();
      found.on(name, () => other.quit());
    }`;
  expect([...usesIn('x.ts', source)].sort()).toEqual([
    'BrowserWindow.webContents',
    'app.commandLine',
    'app.commandLine.removeSwitch',
    'new BrowserWindow',
    'session.on',
    'session.resolveProxy',
    "webContents.on('will-navigate')",
  ]);
});

it('each use has its contract, and no contract is left over', async () => {
  const uses = await findSurface();
  expect(uses.length).toBeGreaterThan(50);
  expect(Object.keys(CONTRACTS).sort()).toEqual(uses);
});

it('each test that is named exists', async () => {
  const missing: string[] = [];
  for (const [use, { test }] of Object.entries(CONTRACTS)) {
    const [file = '', title = ''] = test.split(' › ');
    const source = await readFile(path.join(ROOT, file), 'utf8').catch(() => '');
    if (title === '' || !source.includes(title)) missing.push(`${use}: ${test}`);
  }
  expect(missing).toEqual([]);
});

it('the document is up to date: node tools/electron-surface.ts', async () => {
  expect(await readSurfaceDocument()).toBe(describeSurface(await findSurface()));
});
