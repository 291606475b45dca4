import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { edit, openImages, results } from '../../e2e/support/edits.ts';
import { connectTo, filesUnder } from '../../e2e/support/page-actions.ts';
import {
  addImages,
  decode,
  editsOf,
  paint,
  pixel,
  plainResults,
  readForm,
  writePicture,
} from '../../e2e/support/pictures.ts';
import { writeScene } from '../../e2e/support/scenes.ts';
import { replies } from '../../fakes/scripted-relay.ts';
import { longUnless } from '../../support/long-unless.ts';
import { expect, test } from '../support/fixtures.ts';

const PICTURE = { width: 800, height: 600 };

test.describe('on a page of its own', () => {
  test.use({ sharesPage: false });

  for (const [scaleFactor, zoom, isShort] of [
    // Painted and sent in this way by the tests below as well.
    [1, 'Fit', false],
    [1, '100 %', false],
    [2, 'Fit', false],
    [2, '100 %', true],
  ] as const) {
    const title = `what is painted is what reaches the relay, at ${scaleFactor} device pixels and zoom ${zoom}`;
    test(title, longUnless(isShort, '@slow'), async ({ page, relay, saveDir }) => {
      const session = await page.context().newCDPSession(page);
      const metrics = { width: 1440, height: 900, deviceScaleFactor: scaleFactor, mobile: false };
      await session.send('Emulation.setDeviceMetricsOverride', metrics);
      await openImages(page, relay);
      relay.answerWith(plainResults('#2040c0'));
      await addImages(page, await writePicture(saveDir, 'source.png', PICTURE.width, PICTURE.height));
      await page.getByRole('button', { name: zoom, exact: true }).click();
      const line = [
        { x: 200, y: 300 },
        { x: 500, y: 300 },
      ];
      await paint(page, PICTURE, line, zoom === 'Fit' ? undefined : 1 / scaleFactor);
      await edit(page, 'Replace the line');
      await expect(results(page)).toHaveCount(1);

      const [sent] = editsOf(relay.requests);
      const form = sent ? await readForm(sent) : new Map();
      const image = await decode(form.get('image') as Buffer);
      const mask = await decode(form.get('mask') as Buffer);
      expect([image.width, image.height]).toEqual([mask.width, mask.height]);
      expect(`${image.width}x${image.height}`).toBe(form.get('size'));
      expect(image.width * image.height).toBeGreaterThanOrEqual(3_686_400);
      const ratio = image.width / PICTURE.width;
      const alphaAt = (x: number, y: number) => pixel(mask, { x: Math.floor(x * ratio), y: Math.floor(y * ratio) })[3];
      expect([alphaAt(200, 300), alphaAt(350, 300), alphaAt(500, 300)]).toEqual([0, 0, 0]);
      expect([alphaAt(350, 150), alphaAt(350, 450), alphaAt(80, 300), alphaAt(620, 300)]).toEqual([255, 255, 255, 255]);
    });
  }
});

test('a picture whose EXIF turns it is shown, masked and sent upright', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await openImages(page, relay);
  relay.answerWith(plainResults('gray'));
  // Plain results are none of the picture: Automatic would soon take the other form.
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('combobox', { name: 'Request form' }).click();
  await page.getByRole('option', { name: 'As JSON', exact: true }).click();
  // Left half red, right half blue, a green stripe on top: as a person sees it.
  const upright = await sharp({ create: { width: 240, height: 160, channels: 3, background: 'red' } })
    .composite([
      { input: { create: { width: 120, height: 160, channels: 3, background: 'blue' } }, left: 120, top: 0 },
      { input: { create: { width: 240, height: 40, channels: 3, background: 'lime' } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
  // One that turns and one that mirrors as well; the picture's codec is tested with all eight.
  const turns = {
    6: [270, false],
    7: [90, true],
  } as const;
  for (const [index, [orientation, [angle, isMirrored]]] of Object.entries(turns).entries()) {
    const file = path.join(saveDir, `exif-${orientation}.jpg`);
    const turned = await sharp(isMirrored ? await sharp(upright).flop().toBuffer() : upright)
      .rotate(angle)
      .toBuffer();
    await sharp(turned)
      .withMetadata({ orientation: Number(orientation) })
      .jpeg({ quality: 95 })
      .toFile(file);
    await addImages(page, file);
    await edit(page, `Turn ${orientation}`);
    await expect.poll(() => editsOf(relay.requests).length).toBe(index + 1);
    const request = editsOf(relay.requests).at(-1);
    const { image } = JSON.parse(request?.body ?? '{}');
    const sent = await decode(Buffer.from(String(image).split(',')[1] ?? '', 'base64'));
    const at = (x: number, y: number) => pixel(sent, { x: Math.floor(x * sent.width), y: Math.floor(y * sent.height) });
    const isLike = (found: number[], wanted: number[]) =>
      wanted.every((value, i) => Math.abs((found[i] ?? 0) - value) < 40);
    expect(isLike(at(0.25, 0.7), [255, 0, 0]), `left of ${orientation}`).toBe(true);
    expect(isLike(at(0.75, 0.7), [0, 0, 255]), `right of ${orientation}`).toBe(true);
    expect(isLike(at(0.5, 0.08), [0, 255, 0]), `top of ${orientation}`).toBe(true);
    await page
      .getByRole('list', { name: 'References' })
      .getByRole('button', { name: /Remove/ })
      .first()
      .click();
  }
});

for (const [form, requests] of [
  ['As files', 1],
  ['As JSON', 2],
] as const) {
  test(`two variations, sent ${form.toLowerCase()}`, async ({ page, relay, saveDir }) => {
    await openImages(page, relay);
    relay.answerWith(plainResults('teal'));
    await addImages(page, await writePicture(saveDir, 'source.png', 200, 150));
    await page.getByRole('spinbutton', { name: 'Variations' }).fill('3');
    await page.getByRole('button', { name: 'More variations' }).click();
    await page.getByRole('button', { name: 'Fewer variations' }).click({ clickCount: 2 });
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('combobox', { name: 'Request form' }).click();
    await page.getByRole('option', { name: form, exact: true }).click();
    await edit(page, 'Two of them');
    await expect(results(page)).toHaveCount(2);
    expect(editsOf(relay.requests)).toHaveLength(requests);
  });
}

test('bad pictures are explained and lose nothing', async ({ page, saveDir }) => {
  await page.getByRole('tab', { name: 'Images' }).click();
  const good = await writePicture(saveDir, 'good.png', 100, 80);
  await addImages(page, good);
  const bytes = await readFile(good);
  const bad = [
    { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html><script>1</script>') },
    { name: 'half.png', mimeType: 'image/png', buffer: bytes.subarray(0, 20) },
    { name: 'wide.png', mimeType: 'image/png', buffer: withWidth(bytes, 16_385) },
  ];
  for (const file of bad) {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add images', exact: true }).click();
    await (await chooser).setFiles(file);
    await expect(page.getByRole('alert')).toContainText(file.name);
    await expect(page.getByRole('list', { name: 'References' }).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  }
});

test('a refused prompt is explained; the instruction and the mask stay', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await openImages(page, relay);
  relay.answerWith(replies.json(400, { error: { message: 'sensitive words in prompt' } }), plainResults('teal'));
  await addImages(page, await writePicture(saveDir, 'source.png', PICTURE.width, PICTURE.height));
  await paint(page, PICTURE, [
    { x: 300, y: 300 },
    { x: 420, y: 320 },
  ]);
  await edit(page, 'Something refused');
  await expect(page.getByRole('alert')).toContainText('sensitive words in prompt');
  await expect(page.getByRole('alert')).toContainText('Nothing was billed.');
  await expect(page.getByRole('textbox', { name: 'Edit instruction' })).toHaveValue('Something refused');
  await page.getByRole('button', { name: 'Edit image' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(results(page)).not.toHaveCount(0);
});

test('a refused size: each size that the relay lists is a button, which sets it and sends once', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openImages(page, relay);
  const message = 'size must be one of 2048x2048, 2304x1728, 1728x2304';
  relay.answerWith(replies.json(400, { error: { message } }), plainResults('teal'));
  await addImages(page, await writePicture(saveDir, 'source.png', PICTURE.width, PICTURE.height));
  await edit(page, 'Make it dusk');
  const ways = page.getByRole('alert').getByRole('button', { name: /^Send as \d+x\d+$/ });
  await expect(ways).toHaveText(['Send as 2304x1728', 'Send as 2048x2048', 'Send as 1728x2304']);
  expect(editsOf(relay.requests)).toHaveLength(1);
  await ways.first().dblclick();
  await expect(results(page)).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Size', exact: true })).toHaveValue('2304x1728');
  expect(editsOf(relay.requests).map(({ body }) => JSON.parse(body).size)).toEqual(['2217x1663', '2304x1728']);
});

test('opening and copying pictures never wait for the page to be idle', { tag: '@slow' }, async ({ page, relay }) => {
  // A page's own encoder begins when the page has nothing else to do; on a busy computer that took seconds.
  await page.evaluate(() => {
    OffscreenCanvas.prototype.convertToBlob = () => new Promise(() => undefined);
    const clipboard = { write: async ([item]: ClipboardItem[]) => void Object.assign(window, { copied: item }) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard });
  });
  await connectTo(page, relay);
  relay.answerWith(plainResults('#2040c0', 'jpeg'));
  await page.getByRole('tab', { name: 'Images' }).click();
  await page.getByRole('button', { name: /sample/i }).click();
  await expect(page.getByRole('list', { name: 'References' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Edit image' }).click();
  await page.getByRole('button', { name: 'Result 1', exact: true }).dblclick();
  await page
    .getByRole('radio', { name: 'As received' })
    .or(page.getByRole('button', { name: 'As received' }))
    .click();
  await page.getByRole('tabpanel', { name: 'Images' }).getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy picture' }).click();
  const copied = await page.evaluate(async () => {
    const { copied: item } = window as unknown as { copied: ClipboardItem };
    return [...new Uint8Array(await (await item.getType('image/png')).slice(0, 4).arrayBuffer())];
  });
  expect(copied).toEqual([0x89, 0x50, 0x4e, 0x47]);
});

/** A PNG whose header claims another width, its checksum left wrong: it must be refused before anything is decoded. */
function withWidth(png: Buffer, width: number): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(width, 16);
  return changed;
}

test('several pictures and a mask go as JSON, and the mask is applied here', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
  userData,
}) => {
  await openImages(page, relay);
  relay.answerWith(plainResults('#2040c0'));
  const file = await writePicture(saveDir, 'one.png', PICTURE.width, PICTURE.height);
  await addImages(page, file, await writePicture(saveDir, 'two.png', 300, 300));
  await paint(page, PICTURE, [
    { x: 300, y: 300 },
    { x: 420, y: 320 },
  ]);
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Like image 2');
  await expect(page.getByText(/^1 request · 1 reference$/)).toBeVisible();
  const note = page.getByRole('status').filter({ hasText: /^With reference pictures, .* in words/ });
  await note.getByRole('button', { name: 'Send the mask itself' }).click();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole('img', { name: /place of the mask in words/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit image' }).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Edit image' }).click();
  await expect(results(page)).toHaveCount(1);
  const body = JSON.parse(editsOf(relay.requests)[0]?.body ?? '{}');
  expect(body.image).toHaveLength(2);
  expect(body).not.toHaveProperty('mask');
  await expect
    .poll(async () => [...(await filesUnder(path.join(userData, 'library/items'))).values()].map(outsideChanged))
    .toEqual([0]);
});

test('an empty mask is not sent; a result of another shape is reported', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await openImages(page, relay);
  const square = await sharp({ create: { width: 2000, height: 2000, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  relay.answerWith(replies.json(200, { data: { b64_json: square.toString('base64') } }));
  await addImages(page, await writePicture(saveDir, 'source.png', PICTURE.width, PICTURE.height));
  await edit(page, 'All of it');
  await expect(results(page)).toHaveCount(1);
  expect(JSON.parse(editsOf(relay.requests)[0]?.body ?? '{}')).not.toHaveProperty('mask');
  await results(page).dblclick();
  await expect(page.getByText(/asked \d+x\d+, got 2000x2000/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try as 2304x1728 (billed again)' })).toBeVisible();
});

// fault 56
test('a square that a relay cut out of the picture is shown as received, and nothing is called protected', async ({
  page,
  relay,
  saveDir,
  userData,
}) => {
  await openImages(page, relay);
  const size = { width: 960, height: 640 };
  const file = await writeScene(saveDir, size);
  const square = await sharp(file)
    .extract({ left: 160, top: 0, width: 640, height: 640 })
    .resize(1024)
    .png()
    .toBuffer();
  relay.answerWith(replies.json(200, { data: [{ b64_json: square.toString('base64') }] }));
  await addImages(page, file);
  await paint(page, size, [
    { x: 700, y: 200 },
    { x: 800, y: 220 },
  ]);
  await edit(page, 'Make it warmer');
  await expect(results(page)).toHaveCount(1);
  await results(page).dblclick();
  await expect(page.getByText('Another shape came back, so your picture is not kept')).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole('button', { name: 'Your picture kept', exact: true })).toBeDisabled();
  await expect(page.getByText(/px changed/)).toHaveCount(0);
  const after = await page.getByRole('img', { name: 'After' }).boundingBox();
  expect((after?.width ?? 0) / (after?.height ?? 1)).toBeCloseTo(1, 1);
  const items = await filesUnder(path.join(userData, 'library/items'));
  expect([...items.values()].map(outsideChanged)).toEqual([undefined]);

  // The next step: a common size of the picture's shape.
  await page.getByRole('button', { name: 'Try as 2496x1664 (billed again)' }).click();
  await expect(results(page)).toHaveCount(2);
  const { body } = editsOf(relay.requests).at(-1) ?? { body: '' };
  expect(body).toContain('2496x1664');
});

test('a size that the relay would refuse is not sent: the nearest is offered', async ({ page, relay, saveDir }) => {
  await openImages(page, relay);
  await addImages(page, await writePicture(saveDir, 'source.png', PICTURE.width, PICTURE.height));
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Warmer');
  const size = page.getByRole('combobox', { name: 'Size', exact: true });
  const send = page.getByRole('button', { name: 'Edit image' });
  await size.fill('1024x1024');
  await size.press('Tab');
  await expect(size).toHaveAccessibleDescription('Too small: at least 1920x1920');
  await expect(send).toBeDisabled();
  await size.fill('1200x800');
  await expect(page.getByRole('option', { name: 'Use “2352x1568”' })).toBeVisible();
  await size.press('Enter');
  await expect(size).toHaveValue('2352x1568');
  await expect(send).toBeEnabled();
  expect(editsOf(relay.requests)).toEqual([]);
});

test('a picture that is converted when it is opened says so beside its size', async ({ page, saveDir }) => {
  await page.getByRole('tab', { name: 'Images' }).click();
  const file = path.join(saveDir, 'wide.png');
  const wide = sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } });
  await wide.toColourspace('rgb16').withIccProfile('p3').png().toFile(file);
  await addImages(page, file);
  await expect(page.getByText('90x60 · converted to 8 bits, sRGB colours')).toBeVisible();
});

test('a reply without a picture and an expired address have different errors', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await openImages(page, relay);
  await addImages(page, await writePicture(saveDir, 'source.png', 200, 150));
  relay.answerWith(replies.json(200, { created: 1, data: [] }));
  await edit(page, 'Nothing comes');
  await expect(page.getByRole('alert')).toContainText('This may have been billed.');
  relay.answerWith((response, request) => {
    const url = `${relay.baseUrl}/gone.png`;
    return request.method === 'GET'
      ? response.writeHead(404).end()
      : replies.json(200, { data: [{ url }] })(response, request);
  });
  await page.getByRole('button', { name: 'Edit image' }).click();
  await expect(page.getByRole('alert')).toContainText('This was billed.');
});

test('an address of a picture is fetched by the app, without the key, from this computer if the person says so', async ({
  page,
  relay,
  saveDir,
  desktop,
}) => {
  desktop.answer = 1;
  await openImages(page, relay);
  const picture = await readFile(await writePicture(saveDir, 'remote.png', 200, 150));
  relay.answerWith((response) => response.writeHead(200).end(picture));
  const url = `${relay.baseUrl}/pictures/remote.png`;
  await page.getByRole('region', { name: 'Mask canvas' }).evaluate((canvas, address) => {
    const transfer = new DataTransfer();
    transfer.setData('text/uri-list', address);
    canvas.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }, url);
  await expect(page.getByRole('list', { name: 'References' }).getByRole('listitem')).toHaveCount(1);
  expect(relay.requests.at(-1)).toMatchObject({ method: 'GET', path: '/pictures/remote.png' });
  expect(relay.requests.at(-1)?.headers.authorization).toBeUndefined();
});

/** What an item's sidecar says of the pixels outside its mask. */
function outsideChanged(sidecar: Buffer): number | undefined {
  return JSON.parse(sidecar.toString('utf8')).item.protected?.outsideChangedPx;
}
