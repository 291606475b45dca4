import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const idIn = async (file: string, pattern: RegExp) => pattern.exec(await readFile(path.join(ROOT, file), 'utf8'))?.[1];

it('the program and its Windows shortcut have the same id', async () => {
  const ofShortcut = await idIn('electron-builder.yml', /^appId: (\S+)$/m);
  expect(ofShortcut).toMatch(/^\w+(\.\w+)+$/);
  expect(await idIn('electron/startup.ts', /^const APP_ID = '(.*)';$/m)).toBe(ofShortcut);
});
