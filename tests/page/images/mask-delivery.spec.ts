import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { edit, openImages, openMoreOptions, results } from '../../e2e/support/edits.ts';
import { connectTo, filesUnder } from '../../e2e/support/page-actions.ts';
import { addImages, decode, editsOf, paint, pixel, plainResults, writePicture } from '../../e2e/support/pictures.ts';
import { writeScene } from '../../e2e/support/scenes.ts';
import type { RecordedRequest, Script, ScriptedRelay } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

const PICTURE = { width: 800, height: 600 };
const STROKE = [
  { x: 300, y: 300 },
  { x: 420, y: 320 },
];
/** On the grid of 0–999, with half a brush around the stroke. */
const REGION = { left: 345, top: 460, right: 555, bottom: 573 };

type JsonBody = { prompt: string; image: string | string[]; size: string };
type Part = { name: string; value: string | Buffer };

const jsonOf = (request: RecordedRequest | undefined): JsonBody => JSON.parse(request?.body ?? '{}');
const fileOf = (text: string | undefined): Buffer => Buffer.from(text?.split(',')[1] ?? '', 'base64');

/** All parts of a multipart body, in order: a name may come twice. */
async function partsOf(request: RecordedRequest | undefined): Promise<Part[]> {
  const headers = { 'content-type': request?.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(request?.bytes ?? []), { headers }).formData();
  const read = async ([name, value]: [string, FormDataEntryValue]): Promise<Part> => ({
    name,
    value: typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()),
  });
  return Promise.all([...form].map(read));
}

/** The body without what is another each time. */
function bodyOf(request: RecordedRequest | undefined): string {
  const boundary = /boundary=(.+)$/.exec(request?.headers['content-type'] ?? '')?.[1] ?? 'none';
  return request?.bytes.toString('latin1').replaceAll(boundary, 'boundary') ?? '';
}

function regionIn(prompt: string): typeof REGION | undefined {
  const [left = 0, top = 0, right = 0, bottom = 0] =
    /<bbox>(\d+) (\d+) (\d+) (\d+)<\/bbox>/.exec(prompt)?.slice(1).map(Number) ?? [];
  return right === 0 ? undefined : { left, top, right, bottom };
}

function expectRegion(prompt: string): void {
  const region = regionIn(prompt);
  for (const [edge, at] of Object.entries(REGION))
    expect(Math.abs((region?.[edge as keyof typeof REGION] ?? -100) - at), `${edge} of ${prompt}`).toBeLessThan(25);
}

/** The picture sent as a guide: as it is outside the stroke, magenta over it. */
async function expectAnnotated(bytes: Buffer): Promise<void> {
  const annotated = await decode(bytes);
  const at = (x: number, y: number) =>
    pixel(annotated, { x: Math.floor((x * annotated.width) / 800), y: Math.floor((y * annotated.height) / 600) });
  const [red = 0, green = 0, blue = 0] = at(360, 310);
  const [, greenOutside = 0] = at(100, 100);
  expect(Math.min(red, blue) - green, 'tinted').toBeGreaterThan(0);
  expect(greenOutside).toBeGreaterThan(0);
}

async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  const choice = page.getByRole('combobox', { name: field, exact: true });
  if (!(await choice.isVisible())) await openMoreOptions(page);
  await choice.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const consequence = (page: Page) => page.locator('#edit-consequence');

/** Opens a masked picture, ready to send to a relay that answers with a plain one. */
async function begin(page: Page, relay: ScriptedRelay, folder: string): Promise<void> {
  await openImages(page, relay);
  relay.answerWith(plainResults('#2040c0'));
  await addImages(page, await writePicture(folder, 'source.png', PICTURE.width, PICTURE.height));
  await paint(page, PICTURE, STROKE);
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Replace the line');
}

/** Sends and waits for the result. @returns the request as it arrived */
async function send(page: Page, relay: ScriptedRelay): Promise<RecordedRequest> {
  const before = editsOf(relay.requests).length;
  await page.getByRole('button', { name: 'Edit image' }).click();
  await expect.poll(() => editsOf(relay.requests).length, { timeout: 30_000 }).toBe(before + 1);
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
  const sent = editsOf(relay.requests).at(-1);
  if (sent === undefined) throw new Error('Nothing was sent');
  return sent;
}

test('an annotated image, coordinates, or both are sent as the line under the button says', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
  userData,
}) => {
  await begin(page, relay, saveDir);
  await expect(consequence(page)).toHaveText(/^1 request$/);

  await choose(page, 'Mask', /^Annotated copy/);
  await expect(consequence(page)).toHaveText(/^1 request · annotated copy$/);
  await expect(page.getByRole('img', { name: /mask drawn on a copy of your picture/ })).toBeVisible();
  const annotated = jsonOf(await send(page, relay));
  expect(annotated.prompt).toMatch(/^Replace the line\nImage 2 is a copy of image 1 .*magenta/);
  expect(annotated.prompt).not.toContain('bbox');
  expect(annotated.image).toHaveLength(2);
  await expectAnnotated(fileOf(annotated.image[1]));
  expect(await sharp(fileOf(annotated.image[1])).metadata()).toMatchObject(
    Object.fromEntries(
      annotated.size.split('x').map((side, index) => [index === 0 ? 'width' : 'height', Number(side)]),
    ),
  );

  await choose(page, 'Mask', /^As coordinates/);
  // Once it is known that the picture was not used, this form would be avoided.
  await choose(page, 'Request form', 'As JSON');
  await expect(consequence(page)).toHaveText(/^1 request$/);
  const region = jsonOf(await send(page, relay));
  expect(typeof region.image).toBe('string');
  expect(region.prompt).toMatch(/^Replace the line\nEdit only this area of image 1: /);
  expectRegion(region.prompt);

  await choose(page, 'Mask', /^Coordinates \+/);
  await choose(page, 'Request form', 'As files');
  const parts = await partsOf(await send(page, relay));
  expect(parts.filter(({ value }) => typeof value !== 'string').map(({ name }) => name)).toEqual(['image', 'image']);
  await expectAnnotated(parts.filter(({ name }) => name === 'image')[1]?.value as Buffer);
  // A multipart body ends lines with CRLF.
  const prompt = String(parts.find(({ name }) => name === 'prompt')?.value).replaceAll('\r\n', '\n');
  expectRegion(prompt);
  expect(prompt).toContain('Image 2 is a copy');

  // The mask is applied here whatever was sent, and the item keeps the typed instruction apart from the sent one.
  const items = async () =>
    [...(await filesUnder(`${userData}/library/items`)).values()].map((bytes) => JSON.parse(bytes.toString()).item);
  await expect.poll(async () => (await items()).map((item) => item.protected?.outsideChangedPx)).toEqual([0, 0, 0]);
  expect((await items()).map(({ request }) => request.prompt)).toEqual(Array(3).fill('Replace the line'));
  expect((await items()).map(({ request }) => request.mask.sentPrompt)).toContain(prompt);

  // What the inspector shows is what arrived.
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByRole('gridcell').first().dblclick();
  const details = page.getByRole('complementary', { name: 'Item details' });
  await expect(details.getByText('Instruction as sent')).toBeVisible();
  await details.getByRole('button', { name: 'Request', exact: true }).click();
  await expect(details).toContainText(/<bbox>\d+ \d+ \d+ \d+<\/bbox>/);
  await expect(details).toContainText('image-2.');
});

test('an edit with an annotated image, recalled after a restart, has the typed instruction and is the same request', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await begin(page, relay, saveDir);
  await openMoreOptions(page);
  // By keyboard alone.
  const field = page.getByRole('combobox', { name: 'Mask', exact: true });
  await field.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: /^Automatic/ })).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(field).toHaveText('Coordinates + annotated copy');
  await page.getByRole('textbox', { name: 'Edit instruction' }).focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(results(page)).toHaveCount(1, { timeout: 30_000 });

  await page.reload();
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Open in Images' }).click();
  await expect(page.getByRole('textbox', { name: 'Edit instruction' })).toHaveValue('Replace the line');
  await expect(page.getByRole('list', { name: 'References' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'More options' })).toHaveAccessibleDescription(
    'sent as JSON, mask: Coordinates + annotated copy',
  );
  await send(page, relay);
  const [first, second] = editsOf(relay.requests).map(bodyOf);
  expect(second === first, 'the same body').toBe(true);
});

test('in JSON the region is put in the text automatically; a mask file needs multipart, or is reported as left out', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await begin(page, relay, saveDir);
  await addImages(page, await writePicture(saveDir, 'two.png', 300, 300));
  await expect(consequence(page)).toHaveText(/^1 request · 1 reference$/);
  const mark = page.getByRole('img', { name: /^The model gets the place of the mask in words\./ });
  await mark.hover();
  await expect(page.getByText(/^The model gets the place of the mask in words\./)).toBeVisible();
  const body = jsonOf(await send(page, relay));
  expect(body.image).toHaveLength(2);
  expectRegion(body.prompt);

  await choose(page, 'Mask', /^As a mask file/);
  await expect(consequence(page)).toContainText('1 reference');
  const parts = await partsOf(await send(page, relay));
  expect(parts.map(({ name }) => name).filter((name) => name === 'image' || name === 'mask')).toEqual([
    'image',
    'image',
    'mask',
  ]);
  expect(parts.find(({ name }) => name === 'prompt')?.value).toBe('Replace the line');

  await choose(page, 'Request form', 'As JSON');
  await expect(consequence(page)).toContainText('not sent: mask');
  expect(jsonOf(await send(page, relay)).prompt).toBe('Replace the line');
});

test('fourteen pictures are within the recommendation; the annotated image is one more', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await begin(page, relay, saveDir);
  const names = Array.from({ length: 13 }, (_, index) => `r${index}.png`);
  await addImages(page, ...(await Promise.all(names.map((name) => writePicture(saveDir, name, 40, 30)))));
  await expect(consequence(page)).not.toContainText('over the recommended');
  await choose(page, 'Mask', /^Annotated copy/);
  await expect(consequence(page)).toContainText('15 pictures: over the recommended 14');
});

/** Size of the picture by which it can be known again. */
const SCENE = { width: 960, height: 720 };

/** Uses the picture of a multipart request only: of JSON it answers with a plain one. */
const usesMultipart: Script = async (response, request) => {
  if (!(request.headers['content-type'] ?? '').startsWith('multipart/')) return plainResults('teal')(response, request);
  const image = (await partsOf(request)).find(({ name }) => name === 'image')?.value as Buffer;
  response.writeHead(200).end(JSON.stringify({ data: [{ b64_json: image.toString('base64') }] }));
};

/** What is chosen by itself; nothing else says on this screen that a form is avoided. */
const form = (page: Page) => page.getByRole('combobox', { name: 'Request form', exact: true });

/** Sends a scene in the form in which the relay does not use it, and waits until that is known. */
async function learnForm(page: Page, relay: ScriptedRelay, folder: string): Promise<void> {
  await openImages(page, relay);
  relay.answerWith(usesMultipart);
  await addImages(page, await writeScene(folder, SCENE));
  await edit(page, 'All of it');
  await openMoreOptions(page);
  await expect(form(page)).toHaveText('Automatic (as files)', { timeout: 30_000 });
  await expect(page.getByText('did not use your picture when')).toHaveCount(0);
}

test('a form in which the picture was not used is avoided, also after a restart, until its connection is removed', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await learnForm(page, relay, saveDir);
  await page.reload();
  await page.getByRole('tab', { name: 'Images' }).click();
  expect((await send(page, relay)).headers['content-type']).toContain('multipart/form-data');

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Remove connection' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('tab', { name: 'Images' }).click();
  await expect(page.getByRole('button', { name: 'Edit image' })).toBeVisible();
  await expect(page.getByText('did not use your picture')).toHaveCount(0);
});

test('a form that is avoided can be insisted on, and is tried again once that is forgotten', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await learnForm(page, relay, saveDir);
  await choose(page, 'Request form', 'As JSON');
  await expect(page.getByText('This relay did not use your picture when it was sent as JSON')).toBeVisible();
  await choose(page, 'Request form', /^Automatic/);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /^127\.0\.0\.1/ }).click();
  const list = page.getByRole('region', { name: 'Did not use your picture' });
  await expect(list.getByRole('listitem')).toContainText('When it was sent as JSON, with the model');
  await list
    .getByRole('button', { name: /^Forget that .+ did not use your picture when it was sent as JSON$/ })
    .click();
  await expect(list).toHaveCount(0);
  await page.getByRole('tab', { name: 'Images' }).click();
  expect((await send(page, relay)).headers['content-type']).toBe('application/json');
  await openMoreOptions(page);
  await expect(form(page)).toHaveText('Automatic (as files)', { timeout: 30_000 });
});

test('sizes as words are offered where the relay accepts them', { tag: '@slow' }, async ({ page, relay, saveDir }) => {
  await begin(page, relay, saveDir);
  const size = page.getByRole('combobox', { name: 'Size', exact: true });
  await size.click();
  await expect(page.getByRole('option', { name: '2K' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /^127\.0\.0\.1/ }).click();
  await page.getByRole('button', { name: 'Models and advanced' }).click();
  await page.getByRole('switch', { name: 'Size tiers' }).click();
  await page.getByRole('button', { name: 'Save connection' }).click();
  await expect(page.getByRole('status', { name: 'Connection status' })).toContainText('Saved');
  await page.getByRole('tab', { name: 'Images' }).click();
  await choose(page, 'Size', /^2K/);
  expect((await partsOf(await send(page, relay))).find(({ name }) => name === 'size')?.value).toBe('2K');
  await size.fill('３ｋ');
  await size.press('Tab');
  await expect(size).toHaveValue('3K');
});

test('margins added around the picture are shown beside it, follow the view, and are cut off again', {
  tag: '@slow',
}, async ({ page, relay, saveDir, userData }) => {
  await openImages(page, relay);
  relay.answerWith(plainResults('#2040c0'));
  await addImages(page, await writePicture(saveDir, 'wide.png', 1200, 400));
  const margins = page.locator('[class*="margin"]');
  await expect(margins).toHaveCount(0);
  await choose(page, 'Size', /^1920x1920/);
  await expect(page.getByText('Sent as 1920x1920 with 640 px added above and below; cropped afterwards')).toBeVisible();
  const canvas = await page.getByRole('region', { name: 'Mask canvas' }).boundingBox();
  const [above, below] = await Promise.all([margins.first().boundingBox(), margins.last().boundingBox()]);
  if (!canvas || !above || !below) throw new Error('Nothing to be seen');
  const scale = Math.min(canvas.width / 1200, canvas.height / 400);
  const top = canvas.y + (canvas.height - 400 * scale) / 2;
  expect(above.y + above.height).toBeCloseTo(top, 0);
  expect(below.y).toBeCloseTo(top + 400 * scale, 0);
  expect(above.height).toBeCloseTo(400 * scale, 0);
  expect([above.width, below.width].map(Math.round)).toEqual([1, 1].map(() => Math.round(1200 * scale)));

  await page.getByRole('button', { name: '100 %', exact: true }).click();
  await expect.poll(async () => (await margins.first().boundingBox())?.width).toBeCloseTo(1200, 0);

  // Painting goes on beneath, and what comes back has the picture's own shape.
  await paint(
    page,
    { width: 1200, height: 400 },
    [
      { x: 500, y: 200 },
      { x: 600, y: 220 },
    ],
    1,
  );
  await edit(page, 'Replace the line');
  await expect(results(page)).toHaveCount(1, { timeout: 30_000 });
  const item = async () =>
    [...(await filesUnder(`${userData}/library/items`)).values()].map((bytes) => JSON.parse(bytes.toString()).item)[0];
  await expect.poll(async () => (await item())?.protected?.picture.heightPx).toBe(400);
  expect((await item()).protected).toMatchObject({ outsideChangedPx: 0, picture: { widthPx: 1200 } });
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN' });

  test('the hint is in the language of the instruction, the screen in its own', { tag: '@slow' }, async ({
    page,
    relay,
    saveDir,
  }) => {
    relay.answerWith(plainResults('#2040c0'));
    await connectTo(page, relay);
    await page.getByRole('tab', { name: '图片' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '添加图片', exact: true }).click();
    await (await chooser).setFiles(await writePicture(saveDir, 'source.png', PICTURE.width, PICTURE.height));
    await expect(page.getByText('无蒙版').first()).toBeVisible();
    await page.getByRole('button', { name: '矩形' }).click();
    const box = await page.getByRole('region', { name: '蒙版画布' }).boundingBox();
    if (!box) throw new Error('The canvas is not to be seen');
    await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2 - 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 40, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByText(/^蒙版 \d/).first()).toBeVisible();
    await page.getByRole('textbox', { name: '编辑指令' }).fill('把线换成花');
    await page.getByRole('button', { name: '更多选项' }).click();
    await choose(page, '蒙版', /^坐标 \+/);
    await expect(consequence(page)).toHaveText(/^1 次请求，标注副本$/);
    await page.getByRole('button', { name: '编辑图片' }).click();
    await expect.poll(() => editsOf(relay.requests).length, { timeout: 30_000 }).toBe(1);
    const { prompt } = jsonOf(editsOf(relay.requests)[0]);
    expect(prompt).toMatch(/^把线换成花\n只编辑图1中的这个区域：<bbox>.*\n图2是图1的副本/);
  });
});
