import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { comparison, maskedEdit, measured, notice, PICTURE, press, verdict } from '../../e2e/support/comparison.ts';
import { edit, openImages, results } from '../../e2e/support/edits.ts';
import { addImages, decode, pixel, plainResults } from '../../e2e/support/pictures.ts';
import { answering, QUICK, scene, writeScene } from '../../e2e/support/scenes.ts';
import { longUnless } from '../../support/long-unless.ts';
import { expect, test } from '../support/fixtures.ts';

/** The drawing that is shown, decoded. */
async function shownDifference(page: Page) {
  const drawing = comparison(page).getByRole('img', { name: /^What changed: / });
  const { src, url } = await drawing.evaluate(async (img: HTMLImageElement) => {
    await img.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [img.naturalWidth, img.naturalHeight];
    canvas.getContext('2d')?.drawImage(img, 0, 0);
    return { src: img.src, url: canvas.toDataURL('image/png') };
  });
  const drawn = await decode(Buffer.from(url.split(',')[1] ?? '', 'base64'));
  return { src, drawn, box: await drawing.boundingBox() };
}

const isOrange = ([red = 0, , blue = 0]: number[]): boolean => red - blue > 60;
const isBlue = ([red = 0, , blue = 0]: number[]): boolean => blue - red > 60;
const isGrey = ([red = 0, green = 0, blue = 0]: number[]): boolean =>
  Math.max(red, green, blue) - Math.min(red, green, blue) < 3;

test('the difference shows what changed inside and outside the mask, of either rendition', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  relay.answerWith(
    answering((sent, { width, height }) =>
      sharp(sent)
        .composite([
          // A tenth of the picture around its middle, and a corner nobody asked for.
          {
            input: patch(width / 5, height / 5, '#ff0000'),
            left: Math.round(width * 0.4),
            top: Math.round(height * 0.4),
          },
          { input: patch(width / 10, height / 10, '#00ff00'), left: 0, top: 0 },
        ])
        .png(QUICK)
        .toBuffer(),
    ),
  );
  await openImages(page, relay);
  await maskedEdit(page, await writeScene(saveDir, PICTURE));
  await expect(measured(page)).toHaveText('Rest of the picture untouched ✓');
  const place = await comparison(page).getByRole('img', { name: 'Before' }).boundingBox();
  await press(page, 'Difference');
  await expect(measured(page)).toHaveText(/^inside (9\d|100) %outside 0 px$/, { timeout: 30_000 });
  const [middle, corner, elsewhere] = [
    { x: 480, y: 365 },
    { x: 40, y: 30 },
    { x: 860, y: 640 },
  ];
  const own = await shownDifference(page);
  expect([own.drawn.width, own.drawn.height]).toEqual([PICTURE.width, PICTURE.height]);
  expect(isBlue(pixel(own.drawn, middle))).toBe(true);
  expect([corner, elsewhere].map((at) => isGrey(pixel(own.drawn, at)))).toEqual([true, true]);
  expect(own.box).toEqual(place);

  await press(page, 'As received');
  await expect(measured(page)).toHaveText(/^inside (9\d|100) %outside \d+ %$/, { timeout: 30_000 });
  const raw = await shownDifference(page);
  expect(isBlue(pixel(raw.drawn, middle))).toBe(true);
  expect(isOrange(pixel(raw.drawn, corner))).toBe(true);
  expect(isGrey(pixel(raw.drawn, elsewhere))).toBe(true);
  // Drawn once for each.
  await press(page, 'Your picture kept');
  await expect(measured(page)).toContainText('outside 0 px');
});

test('the difference is zoomed and panned, and let go with the view', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  relay.answerWith(plainResults('teal'));
  await openImages(page, relay);
  await addImages(page, await writeScene(saveDir, PICTURE));
  await edit(page, 'Teal');
  await results(page).press('Enter');
  await page.keyboard.press('y');
  await press(page, 'Difference');
  const area = page.getByRole('group', { name: 'What changed' });
  await area.focus();
  await page.keyboard.press('1');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(comparison(page).getByText('200 %')).toBeVisible();
  const zoomed = await shownDifference(page);
  expect(zoomed.box?.width).toBeCloseTo(PICTURE.width * 2, 0);
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(async () => (await shownDifference(page)).box?.y).toBeLessThan(zoomed.box?.y ?? 0);
  await press(page, 'Slider');
  await expect(comparison(page).getByRole('img', { name: 'After' })).toBeVisible();
  const isGone = await page.evaluate(
    (src) =>
      new Promise<boolean>((resolve) => {
        const img = Object.assign(new Image(), { src });
        img.onload = () => resolve(false);
        img.onerror = () => resolve(true);
      }),
    zoomed.src,
  );
  expect(isGone).toBe(true);
});

function patch(width: number, height: number, background: string) {
  return { create: { width: Math.round(width), height: Math.round(height), channels: 3 as const, background } };
}

/** Results that are not what was asked for. */
const ODD: [name: string, isShort: boolean, verdict: RegExp | null, make: (sent: Buffer) => Promise<Buffer>][] = [
  ['of another shape', true, /^Picture not used/, () => scene({ width: 500, height: 900 }, 4)],
  ['that is mirrored', true, /^Partly used: mirrored$/, (sent) => sharp(sent).flop().png(QUICK).toBuffer()],
  ['with alpha', false, null, (sent) => sharp(sent).ensureAlpha(0.6).png(QUICK).toBuffer()],
  [
    'of one colour',
    false,
    /^Picture not used/,
    () =>
      sharp(patch(800, 600, '#336699'))
        .png(QUICK)
        .toBuffer(),
  ],
  ['that is animated', true, /^Picture not used/, animation],
];

async function animation(): Promise<Buffer> {
  const frames = await Promise.all([3, 4].map((seed) => scene({ width: 640, height: 480 }, seed)));
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}

for (const [name, isShort, expected, make] of ODD) {
  const title = `a result ${name} breaks nothing, and the texts are right`;
  test(title, longUnless(isShort, '@slow'), async ({ page, relay, saveDir }) => {
    relay.answerWith(answering(make));
    await openImages(page, relay);
    await addImages(page, await writeScene(saveDir, PICTURE));
    await edit(page, name);
    await results(page).dblclick();
    if (expected === null) await expect(verdict(page)).toHaveCount(0, { timeout: 30_000 });
    else await expect(verdict(page)).toHaveText(expected, { timeout: 30_000 });
    await press(page, 'Difference');
    await expect(measured(page)).toHaveText(/^changed (< )?[\d.]+ %$/, { timeout: 30_000 });
    await press(page, 'Slider');
    await expect(measured(page)).toContainText('No mask: the whole picture may have changed');
    await press(page, 'Edit mask');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('for a picture of one colour the details say that nobody can tell whether it was used', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  const plain = path.join(saveDir, 'plain.png');
  await sharp(patch(PICTURE.width, PICTURE.height, '#8899aa'))
    .png(QUICK)
    .toFile(plain);
  relay.answerWith(answering((_sent, size) => scene(size)));
  await openImages(page, relay);
  await maskedEdit(page, plain);
  await expect(measured(page)).toHaveText('Rest of the picture untouched ✓', { timeout: 30_000 });
  await expect(verdict(page)).toHaveCount(0);
  await expect(notice(page)).toHaveCount(0);
  await measured(page).getByRole('button').hover();
  await expect(page.getByText('Your picture has too little detail outside the mask to be recognised.')).toBeVisible();
});
