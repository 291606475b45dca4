import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { provenanceRecordSchema } from '../../shared/contract/provenance.ts';
import { SOURCE_TYPES } from '../../shared/provenance.ts';
import { accessibilityViolations, CANARY_KEY, expect, filesUnder, test } from './support/fixtures.ts';
import { plainResults } from './support/pictures.ts';
import { recorded } from './support/recorded.ts';
import { edit, openWithPicture, results } from './support/strip.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Save several' });

test('a picture is saved unmarked, then marked with a record in each format', async ({ page, app, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal', 'jpeg'));
  await edit(page, '去掉杯子 💡');
  await expect(results(page)).toHaveCount(1);
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('ControlOrMeta+Shift+s');
  await expect(dialog(page).getByRole('textbox', { name: 'File names' })).toBeFocused();
  await expect(dialog(page).getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('plain');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('1 file saved in')).toBeVisible();
  const unmarked = [...(await filesUnder(saveDir))].filter(([name]) => name.startsWith('plain'));
  expect(unmarked).toHaveLength(1);
  await dialog(page).getByRole('button', { name: 'Show in folder' }).click();
  await expect
    .poll(() => recorded(app, 'shell.showItemInFolder'))
    .toContain(path.join(saveDir, unmarked[0]?.[0] ?? ''));
  expect(unmarked[0]?.[1].includes('DigitalSourceType')).toBe(false);

  const mark = dialog(page).getByRole('switch', { name: 'Mark as AI-generated' });
  await mark.focus();
  await page.keyboard.press('Space');
  await dialog(page).getByRole('switch', { name: 'Save a record beside each file' }).click();
  for (const [format, extension] of [
    ['PNG', 'png'],
    ['JPEG', 'jpg'],
    ['WebP', 'webp'],
  ] as const) {
    await dialog(page).getByRole('combobox', { name: 'Pictures' }).click();
    await page.getByRole('option', { name: format }).click();
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
