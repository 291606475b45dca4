import { expect, test } from 'vitest';
import { createSessionStore } from '../../shell/session-store.ts';
import { appState, fakeIpc } from '../../testing/fake-ipc.ts';
import { startScript } from '../../testing/work.ts';
import { chaptersOf, headingText, isHeading, madeOf } from './chapters.ts';

const BOOK = 'Before.\nOne\nIt began.\nIt ended.\nTwo\nMore.';

/** A script with chapters at its second and fifth line. */
function start() {
  const { ipc } = fakeIpc();
  const script = startScript(ipc, createSessionStore({ ipc, initial: appState() }));
  const settle = (text: string): void => {
    script.getState().setText(text);
    script.getState().settle();
  };
  settle(BOOK);
  const line = (index: number) => {
    const found = script.getState().lines[index];
    if (found === undefined) throw new Error('no line');
    return found;
  };
  for (const index of [1, 4]) script.getState().changeLine(line(index).id, { chapter: headingText(line(index)) });
  const titles = () => chaptersOf(script.getState().lines).map(({ title }) => title);
  return { script, settle, line, titles };
}

test('a chapter is the lines from its heading to the next one, with what is left to make of it', () => {
  const { script, line } = start();
  const chapters = chaptersOf(script.getState().lines);
  expect(chapters.map(({ title, from, to }) => [title, from, to])).toEqual([
    ['One', 1, 4],
    ['Two', 4, 6],
  ]);
  expect(chapters[1]?.plan.toRequest).toEqual([4, 5]);
  expect(chapters.map(({ plan }) => madeOf(plan))).toEqual([
    { made: 0, all: 3 },
    { made: 0, all: 2 },
  ]);
  expect([0, 1, 2, 4].map((index) => isHeading(line(index)))).toEqual([false, true, false, true]);
});

test('a heading that is edited keeps its chapter, which is called like it; so it is after Undo', () => {
  const { settle, titles, line } = start();
  settle(BOOK.replace('One', 'One: Rain'));
  expect([titles(), isHeading(line(1))]).toEqual([['One: Rain', 'Two'], true]);
  settle(BOOK);
  expect(titles()).toEqual(['One', 'Two']);
  // What cannot be a title leaves the one it had.
  settle(BOOK.replace('One', 'On and on '.repeat(30)));
  expect([titles(), isHeading(line(1))]).toEqual([['One', 'Two'], false]);
  settle(BOOK);
  expect(isHeading(line(1))).toBe(true);
});

test('the title of a file stays, whatever its first line is', () => {
  const { script, settle, titles, line } = start();
  script.getState().changeLine(line(1).id, { chapter: '01 rain' });
  settle(BOOK.replace('One', 'Once'));
  expect([titles(), isHeading(line(1))]).toEqual([['01 rain', 'Two'], false]);
});
