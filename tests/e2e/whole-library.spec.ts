// A library of 5 000 items, gone through, found in, kept, deleted and deleted for good; in each language, by mouse and by
// keyboard alone.

import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { createTranslator } from '../../shared/i18n/all.ts';
import type { Locale, Translate } from '../../shared/i18n/index.ts';
import { madeTake, writeMadeItem } from '../support/made-library.ts';
import { accessibilityViolations, test as base, expect } from './support/fixtures.ts';
import { systemLanguageOf } from './support/launch.ts';

const COUNT = 5000;
const DAYS = 100;
/** Every third take is in this voice: `Take 1`, `Take 4` …, the newest first. */
const VOICE = 'own-voice';
const IN_VOICE = Math.ceil(COUNT / 3);
const NEWEST = new Date(2026, 9, 31, 12).getTime();
/** For what is done with thousands of items. */
const PATIENT = { timeout: 240_000 };
const DAY_MS = 24 * 60 * 60 * 1000;
/** The day of `Take 2001`, the first of its day. */
const DAY = '2026-09-21';
const FIRST_OF_DAY = 2001;

const test = base.extend({
  userData: async ({ profile }, use) => {
    const root = path.join(profile.folders.userData, 'library');
    for (let number = 1; number <= COUNT; number++) {
      const createdAtMs = NEWEST - Math.floor((number - 1) / (COUNT / DAYS)) * DAY_MS - number;
      const take = madeTake(number, `Take ${number}`, { createdAtMs });
      const request = { ...take.request, voice: number % 3 === 1 ? VOICE : 'other' };
      writeMadeItem(root, { ...take, request }, COUNT + 1 - number);
    }
    await use(profile.folders.userData);
  },
});
test.use({ sharesApp: false });

/** How a person works. */
type Hands = {
  press: (button: Locator) => Promise<void>;
  /** Scrolls until the first item is out of view. */
  scroll: () => Promise<void>;
  goToEnd: () => Promise<void>;
  goToBeginning: () => Promise<void>;
  /** Selects everything that matches. */
  selectAll: () => Promise<void>;
  star: () => Promise<void>;
  deleteSelected: () => Promise<void>;
  undo: () => Promise<void>;
};

function screenOf(page: Page, t: Translate) {
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  return {
    button,
    cell: (number: number): Locator => page.getByRole('gridcell', { name: new RegExp(`^Take ${number}\\b`) }),
    search: page.getByRole('combobox', { name: t('library.search') }),
    dates: page.getByRole('slider', { name: t('library.dates') }),
    place: (name: string): Locator =>
      page
        .getByRole('list', { name: t('shelf.label') })
        .getByRole('listitem')
        .filter({ hasText: name }),
    selection: page.getByRole('region', { name: t('library.selection') }),
  };
}

function mouseHands(page: Page, t: Translate): Hands {
  const { button, cell, dates, selection } = screenOf(page, t);
  const pressDates = async (ratio: number): Promise<void> => {
    const box = await dates.boundingBox();
    if (box === null) throw new Error('There are no dates.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + (box.height - 1) * ratio, { steps: 5 });
    await page.mouse.up();
  };
  const inSelection = (name: string): Locator => selection.getByRole('button', { name, exact: true });
  return {
    press: (one) => one.click(),
    scroll: async () => {
      await cell(1).hover();
      for (let step = 0; step < 5; step++) await page.mouse.wheel(0, 800);
    },
    goToEnd: () => pressDates(1),
    goToBeginning: () => pressDates(0),
    selectAll: async () => {
      const cells = page.getByRole('gridcell');
      await cells.first().click();
      // What is restored comes back in parts.
      await expect(async () => {
        await pressDates(1);
        await expect(cell(COUNT - 1)).toBeInViewport({ timeout: 2000 });
      }).toPass(PATIENT);
      await cell(COUNT - 1).click({ modifiers: ['Shift'] });
    },
    star: async () => {
      await inSelection(t('keep.several')).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('keep.star'), exact: true })
        .click();
      await page.keyboard.press('Escape');
    },
    deleteSelected: () => inSelection(t('library.deleteAll')).click(),
    undo: () => button(t('common.undo')).click(),
  };
}

function keyboardHands(page: Page, t: Translate): Hands {
  const { selection } = screenOf(page, t);
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const current = page.getByRole('gridcell').and(page.locator('[tabindex="0"]'));
  return {
    press: (one) => one.press('Enter'),
    scroll: async () => {
      await current.focus();
      await press('PageDown', 'PageDown', 'PageDown');
    },
    goToEnd: async () => {
      await current.focus();
      await press('End');
    },
    goToBeginning: async () => {
      await current.focus();
      await press('Home');
    },
    selectAll: async () => {
      await current.focus();
      await press('ControlOrMeta+a');
      await expect(selection).toBeVisible();
    },
    star: async () => {
      await current.focus();
      await press('s');
    },
    deleteSelected: async () => {
      await current.focus();
      await press('Delete');
    },
    undo: () => press('ControlOrMeta+z'),
  };
}

for (const [locale, handsName] of [
  ['en', 'mouse'],
  ['en', 'keyboard'],
  ['zh', 'mouse'],
  ['zh', 'keyboard'],
] as const satisfies readonly [Locale, string][]) {
  test.describe(`${locale}, by ${handsName}`, () => {
    test.use({ language: systemLanguageOf(locale) });
    test('5 000 items are gone through, found, kept, deleted and deleted for good', { tag: '@long' }, async ({
      page: first,
      userData,
      restart,
    }) => {
      test.setTimeout(15 * 60_000);
      const t = createTranslator(locale);
      const library = path.join(userData, 'library');
      const open = (page: Page) => ({
        page,
        ...screenOf(page, t),
        hands: handsName === 'mouse' ? mouseHands(page, t) : keyboardHands(page, t),
      });
      let { page, hands, cell, button, search, dates, place, selection } = open(first);
      const number = (count: number): string => new Intl.NumberFormat(locale).format(count);
      const openLibrary = async (): Promise<void> => {
        await hands.press(page.getByRole('tab', { name: t('tab.library') }));
        await expect(cell(1)).toBeVisible(PATIENT);
        // The database is made from the files; the last of them come at its end.
        await expect(async () => {
          await hands.goToEnd();
          await expect(cell(COUNT)).toBeInViewport({ timeout: 2000 });
        }).toPass(PATIENT);
        await hands.goToBeginning();
        await expect(cell(1)).toBeInViewport();
      };
      const selected = (count: number): string => t('library.selected', { count: number(count) });

      // Gone through.
      await openLibrary();
      expect(await accessibilityViolations(page)).toEqual([]);
      await hands.scroll();
      await expect(cell(1)).not.toBeInViewport();
      await hands.goToEnd();
      await expect(cell(COUNT)).toBeInViewport();
      await hands.goToBeginning();
      await expect(cell(1)).toBeInViewport();
      await dates.focus();
      await page.keyboard.press('ArrowDown');
      await expect(cell(COUNT / DAYS + 1)).toBeInViewport();
      await hands.press(button(t('library.goToDate')));
      await page.locator('input[type="date"]').fill(DAY);
      await page.keyboard.press('Enter');
      await expect(cell(FIRST_OF_DAY)).toBeInViewport();
      expect(await page.getByRole('grid').locator('*').count()).toBeLessThanOrEqual(400);

      // Found: by a filter, and by words.
      await hands.press(button(t('finding.filters')));
      const voice = page
        .getByRole('dialog')
        .getByRole('checkbox', { name: new RegExp(`${VOICE} ${number(IN_VOICE)}`) });
      if (handsName === 'mouse') await voice.click();
      else await voice.press('Space');
      expect(await accessibilityViolations(page, '[role="dialog"]')).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(cell(2)).toHaveCount(0);
      await hands.press(button(t('finding.clearAll')));
      await page.keyboard.press('ControlOrMeta+f');
      await page.keyboard.type(`${locale === 'en' ? 'voice' : '音色'}:${VOICE} `);
      await expect(cell(2)).toHaveCount(0);
      await expect(cell(1)).toBeVisible();

      // Kept, all that match.
      await hands.selectAll();
      await expect(selection).toContainText(selected(IN_VOICE));
      expect(await accessibilityViolations(page)).toEqual([]);
      await hands.star();
      const changed = (what: 'keep.did.star' | 'keep.did.tags'): Locator =>
        page.getByText(t('keep.changed', { what: t(what), count: IN_VOICE }));
      await expect(changed('keep.did.star')).toBeVisible(PATIENT);
      await hands.press(selection.getByRole('button', { name: t('keep.several'), exact: true }));
      await page
        .getByRole('dialog')
        .getByRole('combobox', { name: t('keep.tags') })
        .fill('灯塔');
      await page.keyboard.press('Enter');
      await expect(changed('keep.did.tags')).toBeVisible(PATIENT);
      await page.keyboard.press('Escape');
      await hands.press(button(t('collection.new')));
      await page.getByRole('textbox', { name: t('collection.title') }).fill('Best of');
      await page.keyboard.press('Enter');
      await hands.press(selection.getByRole('button', { name: t('collection.addTo') }));
      await hands.press(page.getByRole('menuitem', { name: 'Best of' }));
      await expect(place('Best of')).toHaveText(`Best of${number(IN_VOICE)}`, PATIENT);

      // Deleted, undone, deleted again and for good.
      await hands.deleteSelected();
      await expect(page.getByText(t('library.deleted', { count: number(IN_VOICE) }))).toBeVisible(PATIENT);
      await hands.undo();
      await expect(cell(1)).toBeVisible(PATIENT);
      await hands.selectAll();
      await expect(selection).toContainText(selected(IN_VOICE), PATIENT);
      await hands.deleteSelected();
      await expect(page.getByText(t('library.deleted', { count: number(IN_VOICE) }))).toBeVisible(PATIENT);
      await search.fill('');
      await hands.press(place(t('shelf.deleted')));
      await expect(cell(1)).toBeVisible(PATIENT);
      await hands.press(button(t('trash.empty')));
      const dialog = page.getByRole('dialog', { name: t('trash.emptyTitle') });
      expect(await accessibilityViolations(page)).toEqual([]);
      const confirm = dialog.getByRole('button', { name: t('trash.deleteForGood'), exact: true });
      await expect(confirm).toBeEnabled(PATIENT);
      await hands.press(confirm);
      await expect(page.getByText(t('library.trashEmpty'))).toBeVisible(PATIENT);
      const count = (folder: string): number =>
        readdirSync(path.join(library, folder), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
          .length;
      expect([count('items'), count('media')]).toEqual([COUNT - IN_VOICE, COUNT - IN_VOICE]);

      // What is left and kept outlives the database.
      await hands.press(place(t('shelf.all')));
      await hands.press(cell(2));
      await page.keyboard.press('Escape');
      await cell(2).press('s');
      await expect(cell(2)).toHaveAccessibleName(new RegExp(t('keep.starred')));
      for (const end of ['', '-wal', '-shm']) await rm(path.join(library, `library.sqlite${end}`), { force: true });
      ({ page, hands, cell, button, search, dates, place, selection } = open(await restart({ isKilled: true })));
      await hands.press(page.getByRole('tab', { name: t('tab.library') }));
      await expect(cell(2)).toHaveAccessibleName(new RegExp(t('keep.starred')), PATIENT);
      await expect(place('Best of')).toHaveText('Best of0');
      await expect(cell(1)).toHaveCount(0);
    });
  });
}
