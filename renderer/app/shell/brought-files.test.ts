import { expect, test } from 'vitest';
import { createTranslator } from '../../../shared/i18n/index.ts';
import { takeFiles } from './brought-files.ts';

const t = createTranslator('en');

/** What becomes of files. */
async function bring(files: readonly File[], folders: readonly string[] = []): Promise<string[]> {
  const log: string[] = [];
  await takeFiles(files, folders, {
    showPictures: (pictures) => log.push(`pictures ${pictures.map(({ name }) => name).join()}`),
    showText: (text, name) => log.push(`text ${name}: ${text}`),
    keepText: async (text) => void log.push(`kept: ${text}`),
    refuse: (why) => log.push(why(t)),
  });
  return log;
}
const file = (name: string, type = '', content = '') => new File([content], name, { type });

test.each([
  ['a text', [file('a.txt', 'text/plain', 'Hello')], ['text a.txt: Hello']],
  ['a text without a type', [file('A.MD', '', 'Hello')], ['text A.MD: Hello']],
  ['two texts', [file('a.txt', '', '1'), file('b.txt', '', '2')], ['text a.txt: 1', 'kept: 2']],
  ['pictures', [file('a.png', 'image/png'), file('b.webp', 'image/webp')], ['pictures a.png,b.webp']],
  ['a picture beside a sound', [file('a.mp3', 'audio/mpeg'), file('b.png', 'image/png')], ['pictures b.png']],
])('%s is opened where it belongs', async (_what, files, expected) => {
  expect(await bring(files)).toEqual(expected);
});

test.each([
  ['a sound', [file('a.mp3', 'audio/mpeg')], [], 'is a sound'],
  ['a folder', [file('scripts')], ['scripts'], 'is a folder'],
  ['a program', [file('setup.exe')], [], 'cannot be opened'],
  ['a huge text', [file('a.txt', '', 'x'.repeat(1024 * 1024 + 1))], [], 'too large'],
])('of %s the app says why it is not opened', async (_what, files, folders, why) => {
  expect(await bring(files, folders)).toEqual([expect.stringContaining(why)]);
});
