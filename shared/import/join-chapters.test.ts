import { describe, expect, it } from 'vitest';
import { importScript } from './import-script.ts';
import { joinChapters } from './join-chapters.ts';

async function join(files: Readonly<Record<string, string>>) {
  const read = await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const script = await importScript({ name, bytes: new TextEncoder().encode(text) });
      if (!script.ok) throw new Error(script.error.code);
      return { name, script: script.data };
    }),
  );
  return joinChapters('Book', read);
}
const titlesOf = async (files: Readonly<Record<string, string>>) =>
  (await join(files))?.chapters.map(({ lineIndex, title }) => [lineIndex, title]);

describe('texts of a folder', () => {
  it('are one text with a blank line between them; each begins a chapter', async () => {
    const book = await join({ 'a.txt': 'One.\nTwo.\n', 'b.md': 'Three.\n\n# Inside\n\nFour.' });
    expect(book).toMatchObject({ title: 'Book', text: 'One.\nTwo.\n\nThree.\n\nInside\nFour.' });
    expect(book?.chapters).toEqual([
      { lineIndex: 0, title: 'a' },
      { lineIndex: 2, title: 'b' },
    ]);
  });

  it.each([
    ['Chapter 1: The Letter\nIt came.', 'Chapter 1: The Letter'],
    ['The Letter\n\nIt came.', 'The Letter'],
    ['第十二章 归来\n他回来了。', '第十二章 归来'],
    ['IV.\nIt came.', 'IV.'],
    ['# Marked\n\nIt came.', 'Marked'],
    ['It came in the morning.\n\nNobody knew.', 'file'],
    ['It came\nin the morning.', 'file'],
    ['Party time was over\nat last.', 'file'],
    [`${'Long '.repeat(20)}\n\nIt came.`, 'file'],
  ])('%j has the title %s', async (text, title) => {
    const name = text.startsWith('#') ? 'file.md' : 'file.txt';
    expect(await titlesOf({ [name]: text, 'other.txt': 'End.' })).toEqual([
      [0, title],
      [expect.any(Number), 'other'],
    ]);
  });

  it('have headings that belong to no role, roles and voices at their lines', async () => {
    const book = await join({ '1.txt': 'Chapter 1: Rain\n\nAnna: Wet.', '2.md': '# Chapter 2: Sun\n\nAnna: Dry.' });
    expect(book?.bareLines).toEqual([0, 2]);
  });

  it('are not joined where one is a table or has times', async () => {
    expect(await join({ 'a.txt': 'One.', 'b.srt': '1\n00:00:01,000 --> 00:00:02,000\nTwo.\n' })).toBeNull();
    expect(await join({ 'a.txt': 'One.', 'b.csv': 'Anna,Hello.\nBen,Hi.\n' })).toBeNull();
  });
});
