import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { provenanceRecordSchema } from '../../../shared/contract/provenance.ts';
import { SOURCE_TYPES } from '../../../shared/library/provenance.ts';
import { accessibilityViolations, CANARY_KEY, connectTo, filesUnder } from '../../e2e/support/page-actions.ts';
import { fillWithPictures } from '../../e2e/support/takes.ts';
import { test as base, expect } from '../support/fixtures.ts';

/** The page over a picture. */
const test = base.extend({
  userData: async ({ userData }, use) => {
    await fillWithPictures(path.join(userData, 'library'), ['teal'], '去掉杯子 💡', ['jpeg', 'jpg']);
    await use(userData);
  },
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Save several' });

test('a picture is saved unmarked, then marked with a record in each format', { tag: '@slow' }, async ({
  page,
  desktop,
  relay,
  saveDir,
}) => {
  await connectTo(page, relay);
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('ControlOrMeta+Shift+s');
  await expect(dialog(page).getByRole('textbox', { name: 'File names' })).toBeFocused();
  await expect(dialog(page).getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('plain');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('1 file saved in')).toBeVisible();
  const unmarked = [...(await filesUnder(saveDir))];
  expect(unmarked).toHaveLength(1);
  await dialog(page).getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => desktop.shownFiles).toEqual([path.join(saveDir, unmarked[0]?.[0] ?? '')]);
  expect(unmarked[0]?.[1].includes('DigitalSourceType')).toBe(false);

  const mark = dialog(page).getByRole('switch', { name: 'Mark as AI-generated' });
  await mark.focus();
  await page.keyboard.press('Space');
  await dialog(page).getByRole('switch', { name: 'Save a record next to each file' }).click();
  for (const [format, extension] of [
    ['PNG', 'png'],
    ['JPEG', 'jpg'],
    ['WebP', 'webp'],
  ] as const) {
    await dialog(page).getByRole('radio', { name: format }).check();
    await dialog(page).getByRole('textbox', { name: 'File names' }).fill(format);
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog(page).getByText('1 file marked as AI-generated.')).toBeVisible();
    const files = await filesUnder(saveDir);
    const file = files.get(`${format}.${extension}`) ?? Buffer.alloc(0);
    const { xmp } = await sharp(file).metadata();
    expect(xmp?.toString()).toContain(SOURCE_TYPES.generated);
    const [r, g, b] = await sharp(file).removeAlpha().raw().toBuffer();
    expect(Math.hypot((r ?? 0) - 0, (g ?? 0) - 128, (b ?? 0) - 128)).toBeLessThan(8);
    const text = files.get(`${format}.${extension}.json`)?.toString() ?? '';
    expect(provenanceRecordSchema.parse(JSON.parse(text))).toMatchObject({
      file: { sha256: createHash('sha256').update(file).digest('hex'), sizeBytes: file.length, mark: 'written' },
      sources: [{ request: { instruction: '去掉杯子 💡' } }],
    });
    expect(text).not.toContain(CANARY_KEY);
  }
  expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
});
