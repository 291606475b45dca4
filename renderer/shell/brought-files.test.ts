import { expect, test } from 'vitest';
import { createTranslator } from '../../shared/i18n/all.ts';
import { takeFiles } from './brought-files.ts';

const t = createTranslator('en');

/** What becomes of files. */
async function bring(files: readonly File[], folders: readonly string[] = []): Promise<string[]> {
  const log: string[] = [];
  const inside = (name: string) => ({ name, files: async () => [file('in.md'), file('in.png')] });
  await takeFiles(files, folders.map(inside), {
    showPictures: (pictures) => log.push(`pictures ${pictures.map(({ name }) => name).join()}`),
    showTexts: (texts) => log.push(`texts ${texts.map(({ name }) => name).join()}`),
    showFolder: (all) => log.push(`folder ${all.map(({ name }) => name).join()}`),
    refuse: (why) => log.push(why(t)),
  });
  return log;
}
const file = (name: string, type = '', content = '') => new File([content], name, { type });

test.each([
  ['a text', [file('a.txt', 'text/plain', 'Hello')], [], ['texts a.txt']],
  ['a text without a type', [file('A.MD', '', 'Hello')], [], ['texts A.MD']],
  [
    'documents, tables and subtitles',
    ['a.docx', 'b.csv', 'c.srt'].map((name) => file(name)),
    [],
    ['texts a.docx,b.csv,c.srt'],
  ],
  ['pictures', [file('a.png', 'image/png'), file('b.webp', 'image/webp')], [], ['pictures a.png,b.webp']],
  ['a picture beside a sound', [file('a.mp3', 'audio/mpeg'), file('b.png', 'image/png')], [], ['pictures b.png']],
  ['a folder beside a text', [file('a.txt'), file('scripts')], ['scripts'], ['folder a.txt,in.md,in.png']],
])('%s is opened where it belongs', async (_what, files, folders, expected) => {
  expect(await bring(files, folders)).toEqual(expected);
});

test.each([
  ['a sound', [file('a.mp3', 'audio/mpeg')], 'is an audio file'],
  ['a program', [file('setup.exe')], 'cannot be opened'],
])('of %s the app says why it is not opened', async (_what, files, why) => {
  expect(await bring(files)).toEqual([expect.stringContaining(why)]);
});
