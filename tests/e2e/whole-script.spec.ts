// A script from the first line to the finished recording and back, in each language, by mouse and by keyboard alone.

import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { createTranslator } from '../../shared/i18n/all.ts';
import type { Locale, Translate } from '../../shared/i18n/index.ts';
import { parseCues } from '../../shared/subtitles/parse-cues.ts';
import { hasFfmpeg, saidByFfmpeg } from '../support/ffmpeg.ts';
import { accessibilityViolations, expect, test } from './support/fixtures.ts';
import { systemLanguageOf } from './support/launch.ts';
import { ask } from './support/page-actions.ts';
import { joined, samplesOf, takesOf } from './support/script-sound.ts';

const RATE_HZ = 24_000;
const PAUSE_MS = 400;
/** Of an 16-bit sample, what the app trims as silence. */
const SILENCE_DB = -58;
const LINES = 40;
const TEXTS: Record<Locale, { roles: [string, string, string]; line: (n: number) => string; added: string }> = {
  en: { roles: ['Anna: ', 'Ben: ', 'Carla: '], line: (n) => `This is line ${n} of the tale.`, added: ' Or is it?' },
  zh: { roles: ['安娜：', '本：', '卡拉：'], line: (n) => `这是故事的第${n}行。`, added: '真的吗？' },
};

/** How a person works. */
type Hands = {
  /** Presses a button that is on the screen. */
  press: (button: Locator) => Promise<void>;
  /** Gives a command that has a button, a menu item or a name in the palette. */
  command: (name: string, byMouse: () => Promise<void>) => Promise<void>;
  generate: () => Promise<void>;
  /** Puts the cursor at the end of a line. */
  goToLine: (number: number) => Promise<void>;
  /** Moves the line with the cursor below the next one. */
  moveDown: (number: number) => Promise<void>;
  redo: (number: number) => Promise<void>;
  /** Plays a take that is compared, and chooses it. */
  flip: (take: Locator) => Promise<void>;
  useCompared: (take: Locator, use: Locator) => Promise<void>;
  enter: (field: Locator, value: string) => Promise<void>;
};

const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => (one.getRootNode() as Document | ShadowRoot).activeElement === one);

function screenOf(page: Page, t: Translate) {
  const text = page.getByRole('textbox', { name: t('speech.text') });
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  return {
    text,
    button,
    line: (number: number, state: 'ready' | 'changed') =>
      page.getByRole('listitem', { name: t(`lines.${state}`, { number: String(number) }), exact: true }),
    dialog: (name: string) => page.getByRole('dialog', { name, exact: true }),
    written: () => text.evaluate((element) => [...element.children].map((line) => line.textContent).join('\n')),
    isMade: () => expect(page.getByText(t('plan.nothing'))).toBeVisible({ timeout: 120_000 }),
  };
}

function mouseHands(page: Page, t: Translate): Hands {
  const { text, button } = screenOf(page, t);
  const numberAt = async (number: number): Promise<{ x: number; y: number; bottom: number }> => {
    const item = page
      .getByRole('list', { name: t('lines.title') })
      .getByRole('listitem')
      .nth(number - 1);
    const box = await item.locator('.number').boundingBox();
    if (box === null) throw new Error(`Line ${number} is not in view`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, bottom: box.y + box.height };
  };
  return {
    press: (one) => one.click(),
    command: (_name, byMouse) => byMouse(),
    generate: () => button(t('speech.generate')).click(),
    goToLine: async (number) => {
      await text
        .locator('.cm-line')
        .nth(number - 1)
        .click();
      await page.keyboard.press('End');
    },
    moveDown: async (number) => {
      const [from, to] = [await numberAt(number), await numberAt(number + 1)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, to.y);
      await page.mouse.move(from.x, to.bottom - 2);
      await page.mouse.up();
    },
    redo: async (number) => {
      await text
        .locator('.cm-line')
        .nth(number - 1)
        .click();
      await button(t('lines.redo', { number: String(number) })).click();
    },
    flip: (take) => take.click(),
    useCompared: (_take, use) => use.click(),
    enter: (field, value) => field.fill(value),
  };
}

function keyboardHands(page: Page, t: Translate): Hands {
  const { text } = screenOf(page, t);
  const press = (...keys: string[]): Promise<void> =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const tabTo = async (element: Locator): Promise<void> => {
    await element.waitFor();
    for (let steps = 0; steps < 100 && !(await isFocused(element)); steps++) await press('Tab');
    expect(await isFocused(element), `${element} is reached by Tab`).toBe(true);
  };
  const goToLine = async (number: number): Promise<void> => {
    await tabTo(text);
    await press('ControlOrMeta+Home', ...Array<string>(number - 1).fill('ArrowDown'), 'End');
  };
  return {
    press: async (one) => {
      await tabTo(one);
      await press('Enter');
    },
    command: async (name) => {
      await press('ControlOrMeta+k');
      await expect(page.getByRole('combobox', { name: t('palette.search') })).toBeFocused();
      await page.keyboard.type(name);
      await expect(page.getByRole('option').first()).toContainText(name);
      await press('Enter');
    },
    generate: () => press('ControlOrMeta+Enter'),
    goToLine,
    moveDown: async (number) => {
      await goToLine(number);
      await press('Alt+ArrowDown');
    },
    redo: async (number) => {
      await goToLine(number);
      await press('Tab', 'ArrowRight');
      expect(await isFocused(page.getByRole('button', { name: t('lines.redo', { number: String(number) }) }))).toBe(
        true,
      );
      await press('Enter');
    },
    flip: async (take) => press((await take.getAttribute('aria-keyshortcuts')) ?? ''),
    useCompared: async (take) => {
      await press('ArrowDown');
      expect(await isFocused(take)).toBe(true);
      await press('ArrowRight', 'Enter');
    },
    enter: async (field, value) => {
      await tabTo(field);
      await press('ControlOrMeta+a');
      await page.keyboard.type(value);
    },
  };
}

/** Requests that lines of scripts have sent, as the usage counts them. */
async function requestCount(page: Page): Promise<number> {
  return (await ask(page, 'usage.list', null)).scripts.reduce((sum, { requests }) => sum + requests, 0);
}

/** Where ffmpeg hears something between silences that are nearly as long as a pause, in milliseconds. */
async function heardIn(file: string): Promise<{ startMs: number; endMs: number }[]> {
  const filter = `silencedetect=noise=${SILENCE_DB}dB:d=${(PAUSE_MS * 0.9) / 1000}`;
  const stderr = await saidByFfmpeg(file, filter);
  const times = (name: string): number[] =>
    [...stderr.matchAll(new RegExp(`silence_${name}: ([\\d.]+)`, 'g'))].map(([, seconds]) => Number(seconds) * 1000);
  const [, minutes = '', seconds = ''] = /Duration: 00:(\d+):([\d.]+)/.exec(stderr) ?? [];
  const endMs = (Number(minutes) * 60 + Number(seconds)) * 1000;
  const ends = [...times('start'), endMs];
  return [0, ...times('end')].map((startMs, index) => ({ startMs, endMs: ends[index] ?? endMs }));
}

for (const locale of ['en', 'zh'] as const) {
  for (const handsOf of [mouseHands, keyboardHands]) {
    const way = handsOf === mouseHands ? 'mouse' : 'keyboard';
    test.describe(`${locale}, by ${way}`, () => {
      test.use({ language: systemLanguageOf(locale), sharesApp: false });

      test('40 lines of three roles become a recording and subtitles, and a script again', { tag: '@long' }, async ({
        page: first,
        userData,
        saveDir,
        restart,
      }) => {
        test.setTimeout(600_000);
        test.skip(!hasFfmpeg(), 'ffmpeg is needed to find silences');
        const t = createTranslator(locale);
        const { roles, line: say, added } = TEXTS[locale];
        const lines = Array.from({ length: LINES }, (_, index) => ({
          role: roles[index % 3] ?? '',
          text: say(index + 1),
        }));
        let page = first;
        let screen = screenOf(page, t);
        let hands = handsOf(page, t);

        // Pasted and cast.
        await expect(screen.text).toBeFocused();
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.insertText(lines.map(({ role, text }) => role + text).join('\n'));
        await hands.enter(page.getByRole('textbox', { name: t('script.title') }), 'Tides');
        await expect(page.getByText(t('plan.requests', { count: LINES }))).toBeVisible();
        await hands.command(t('command.script.cast'), () => page.getByRole('button', { name: /^(Cast|角色)/ }).click());
        const voices = roles.map((role) =>
          page.getByRole('combobox', {
            name: t('cast.of', { what: t('speech.voice'), role: role.replace(/[:：] ?/, '') }),
          }),
        );
        await hands.press(screen.button(t('cast.suggest')));
        await expect
          .poll(async () => new Set(await Promise.all(voices.map((voice) => voice.inputValue()))).size)
          .toBe(roles.length);
        expect(await accessibilityViolations(page)).toEqual([]);
        await hands.press(screen.button(t('cast.close')));

        // Generated; killed in the middle.
        await hands.generate();
        await expect(screen.line(8, 'ready')).toBeVisible({ timeout: 120_000 });
        page = await restart({ isKilled: true });
        screen = screenOf(page, t);
        hands = handsOf(page, t);
        const endedStates = page.getByRole('listitem', {
          name: new RegExp(
            `^(${(['ready', 'failed'] as const).map((state) => t(`lines.${state}`, { number: '\\d+' })).join('|')})$`,
          ),
        });
        await expect(endedStates).toHaveCount(LINES, { timeout: 180_000 });
        if (!(await page.getByText(t('plan.nothing')).isVisible())) await hands.generate();
        await screen.isMade();

        /** What is generated is played, and the text follows what is heard. */
        const hush = async (): Promise<void> => {
          const pause = page
            .getByRole('region', { name: t('player.region') })
            .getByRole('button', { name: t('player.pause') });
          if (await pause.isVisible()) await hands.press(pause);
        };

        // Two lines are changed: exactly two requests leave.
        await hush();
        const before = await requestCount(page);
        for (const number of [2, 5]) {
          await hands.goToLine(number);
          await page.keyboard.insertText(added);
          await expect(screen.line(number, 'changed')).toBeVisible();
          const changed = lines[number - 1];
          if (changed) changed.text += added;
        }
        await hands.generate();
        await screen.isMade();
        expect(await requestCount(page)).toBe(before + 2);

        // Reordering costs nothing; one line is made again.
        await hush();
        await hands.moveDown(5);
        lines.splice(4, 2, ...lines.slice(4, 6).toReversed());
        const script = (): string => lines.map(({ role, text }) => role + text).join('\n');
        await expect.poll(screen.written).toBe(script());
        await screen.isMade();
        await hands.redo(6);
        await expect.poll(() => requestCount(page)).toBe(before + 3);
        await expect(screen.line(6, 'ready')).toBeVisible();
        await expect(page.getByRole('list', { name: t('takes.title') }).getByRole('listitem')).toHaveCount(3);
        expect(await accessibilityViolations(page)).toEqual([]);

        // Its takes are compared, and another one is chosen.
        await hands.command(t('command.take.compare'), () => screen.button(t('compareTakes.open')).click());
        const comparing = screen.dialog(t('compareTakes.ofLine', { number: '6' }));
        const play = (number: number): Locator =>
          comparing.getByRole('button', { name: t('compareTakes.play', { number: String(number) }) });
        for (const number of [1, 2, 3]) await expect(play(number)).toHaveAttribute('aria-disabled', 'false');
        expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
        await hands.flip(play(3));
        await expect(play(3)).toHaveAttribute('aria-pressed', 'true');
        await hands.flip(play(2));
        await expect(play(2)).toHaveAttribute('aria-pressed', 'true');
        await expect(play(3)).toHaveAttribute('aria-pressed', 'false');
        await hands.useCompared(
          play(2),
          comparing.getByRole('button', { name: t('compareTakes.use', { number: '2' }) }),
        );
        await expect(comparing).toBeHidden();
        const used = page
          .getByRole('list', { name: t('takes.title') })
          .getByRole('listitem')
          .nth(1);
        await expect(used).toContainText(t('lineTakes.used'));

        // The sound is that of the takes, sample by sample, with the pauses between.
        const dialog = screen.dialog(t('export.title'));
        const save = dialog.getByRole('button', { name: t('export.save'), exact: true });
        const openExport = (product: 'Sound' | 'Subtitles'): Promise<void> =>
          hands.command(t(`command.script.export${product}`), async () => {
            await screen.button(t('script.export')).click();
            await page
              .getByRole('menuitem', {
                name: t(product === 'Sound' ? 'script.export.sound' : 'script.export.subtitles'),
              })
              .click();
          });
        /** Saves under a name that is free. @returns the path of the file */
        const saveFrom = async (extension: 'wav' | 'srt'): Promise<string> => {
          const name = new RegExp(`Tides[^:：]*\\.${extension}`);
          const before = await dialog.getByRole('status').allTextContents();
          await hands.press(save);
          await expect
            .poll(() => dialog.getByRole('status').allTextContents(), { timeout: 60_000 })
            .not.toEqual(before);
          await expect(dialog.getByRole('status')).toContainText(name, { timeout: 60_000 });
          return `${saveDir}/${name.exec((await dialog.getByRole('status').textContent()) ?? '')?.[0]}`;
        };
        await openExport('Sound');
        await hands.enter(dialog.getByRole('spinbutton', { name: t('export.pause') }), String(PAUSE_MS));
        expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
        const whole = await readFile(await saveFrom('wav'));
        const takes = await takesOf(userData);
        // Of line 6 the take before the last is used.
        const spoken = lines.map(({ text }, index) => takes.get(text)?.at(index === 5 ? -2 : -1) ?? new Int16Array(0));
        const pauseSamples = (PAUSE_MS * RATE_HZ) / 1000;
        expect(Buffer.from(samplesOf(whole).buffer).equals(joined(spoken, pauseSamples))).toBe(true);
        await page.keyboard.press('Escape');

        // The cues begin and end with the takes; without the silence at their ends, with what ffmpeg hears.
        const cuesOf = async (file: string) => parseCues(await readFile(file, 'utf8')).cues;
        await openExport('Subtitles');
        const cues = await cuesOf(await saveFrom('srt'));
        const asWritten = (text: string): string => text.replace(/[:：] ?/, ':');
        expect(cues.map(({ text }) => asWritten(text))).toEqual(script().split('\n').map(asWritten));
        let at = 0;
        for (const [index, { startMs, endMs }] of cues.entries()) {
          expect(Math.abs(startMs - (at * 1000) / RATE_HZ)).toBeLessThanOrEqual(0.5);
          at += spoken[index]?.length ?? 0;
          expect(Math.abs(endMs - (at * 1000) / RATE_HZ)).toBeLessThanOrEqual(0.5);
          at += pauseSamples;
        }
        await hands.press(dialog.getByRole('switch', { name: t('export.trim') }));
        const subtitles = await saveFrom('srt');
        await page.keyboard.press('Escape');
        await openExport('Sound');
        const heard = await heardIn(await saveFrom('wav'));
        await page.keyboard.press('Escape');
        expect(heard).toHaveLength(LINES);
        for (const [index, { startMs, endMs }] of (await cuesOf(subtitles)).entries()) {
          expect(Math.abs(startMs - (heard[index]?.startMs ?? 0))).toBeLessThan(40);
          expect(Math.abs(endMs - (heard[index]?.endMs ?? 0))).toBeLessThan(40);
        }

        // The subtitles become a script again.
        const choosing = page.waitForEvent('filechooser');
        await hands.command(t('command.script.import'), () => screen.button(t('import.button')).click());
        await (await choosing).setFiles(subtitles);
        const importing = screen.dialog(t('import.title'));
        await expect(importing.getByRole('switch', { name: t('import.keepTiming') })).toBeChecked();
        expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
        await hands.press(importing.getByRole('button', { name: t('import.open') }));
        await expect
          .poll(async () => (await screen.written()).split('\n').map(asWritten))
          .toEqual(script().split('\n').map(asWritten));
        expect(await requestCount(page)).toBe(before + 3);
      });
    });
  }
}
