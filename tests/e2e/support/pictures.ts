// Pictures and edits for specs: making files, painting with the real mouse, reading what reached a relay.

import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import type { Size } from '../../../shared/images/size.ts';
import type { RecordedRequest, Script } from '../../fakes/scripted-relay.ts';

/** A point in pixels of a picture. */
export type Point = { x: number; y: number };
export type Raw = { data: Buffer; width: number; height: number; channels: number };

/** Colours of the quarters of `writePicture`: top left, top right, bottom left, bottom right. */
const QUARTERS = ['#a04020', '#20a040', '#4020a0', '#a0a020'] as const;

/** Writes a picture of four plain quarters, quick to encode and to send; with `hasAlpha` the last one is half transparent. */
export async function writePicture(
  folder: string,
  name: string,
  width: number,
  height: number,
  hasAlpha = false,
): Promise<string> {
  const [left, top] = [Math.floor(width / 2), Math.floor(height / 2)];
  const quarters = QUARTERS.map((fill, i) => {
    const at = `x="${i % 2 === 0 ? 0 : left}" y="${i < 2 ? 0 : top}"`;
    const opacity = hasAlpha && i === 3 ? 0.5 : 1;
    return `<rect ${at} width="${width - left}" height="${height - top}" fill="${fill}" fill-opacity="${opacity}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${quarters.join('')}</svg>`;
  const file = path.join(folder, name);
  await (hasAlpha ? sharp(Buffer.from(svg)) : sharp(Buffer.from(svg)).removeAlpha()).toFile(file);
  return file;
}

/**
 * Writes a picture whose every pixel differs from its neighbours, so that a shift by one is seen. It compresses badly:
 * an edit of it takes two seconds more of processor time. Alpha varies if `hasAlpha`.
 */
export async function writeDetailedPicture(
  folder: string,
  name: string,
  { width, height }: Size,
  hasAlpha: boolean,
): Promise<string> {
  const channels = hasAlpha ? 4 : 3;
  const data = Buffer.alloc(width * height * channels);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    data.set([(x * 7 + y) % 256, (y * 5 + x * 3) % 256, (x ^ y) % 256], i * channels);
    if (hasAlpha) data[i * channels + 3] = (x * 3 + y * 2) % 256;
  }
  const file = path.join(folder, name);
  await sharp(data, { raw: { width, height, channels } }).toFile(file);
  return file;
}

/** Decodes a picture to raw RGBA. */
export async function decode(bytes: Buffer): Promise<Raw> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** RGBA of one pixel. */
export function pixel({ data, width }: Raw, { x, y }: Point): number[] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}

/** Opens files by the button, as a person does, and waits until the first of them can be painted on. */
export async function addImages(page: Page, ...files: string[]): Promise<void> {
  const tray = page.getByRole('list', { name: 'References' }).getByRole('listitem');
  const before = await tray.count();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add images', exact: true }).click();
  await (await chooser).setFiles(files);
  // Decoding without a graphics card takes its time on a busy machine.
  await expect(tray).toHaveCount(before + files.length, { timeout: 30_000 });
  await expect(page.getByText(/^(no mask|mask )/).first()).toBeVisible();
}

const BRUSH_PX = '48';

/** Paints a mask with a drag of the brush; see `stroke`. */
export async function paint(page: Page, picture: Size, points: Point[], scale?: number): Promise<void> {
  await stroke(page, picture, points, scale);
  await expect(page.getByText(/^mask \d/).first()).toBeVisible();
}

/** Drags the brush along points of a picture that is centred in the canvas: fitted, or at `scale` page pixels for each of its own. */
export async function stroke(page: Page, picture: Size, points: Point[], scale?: number): Promise<void> {
  // The first brush fits the picture; the strokes of the tests are made for one size.
  const diameter = page.getByRole('spinbutton', { name: /^(Brush diameter|画笔直径)$/ });
  if ((await diameter.isVisible()) && (await diameter.inputValue()) !== BRUSH_PX) {
    await diameter.fill(BRUSH_PX);
    await diameter.press('Enter');
  }
  const box = await page.getByRole('region', { name: 'Mask canvas' }).boundingBox();
  if (!box) throw new Error('The canvas is not to be seen');
  const shown = scale ?? Math.min(box.width / picture.width, box.height / picture.height);
  const left = box.x + (box.width - picture.width * shown) / 2;
  const top = box.y + (box.height - picture.height * shown) / 2;
  const [first, ...rest] = points.map(({ x, y }) => ({ x: left + x * shown, y: top + y * shown }));
  if (!first) return;
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 8 });
  await page.mouse.up();
}

/** The fields and files of a multipart request. */
export async function readForm({ bytes, headers }: RecordedRequest): Promise<Map<string, string | Buffer>> {
  const type = headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  const entries = [...form].map(
    async ([name, value]): Promise<[string, string | Buffer]> => [
      name,
      typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()),
    ],
  );
  return new Map(await Promise.all(entries));
}

/** Answers an edit with one plain picture of the size asked for, for each result asked for. */
export function plainResults(colour: string, format: 'png' | 'jpeg' = 'png'): Script {
  return async (response, request) => {
    const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false;
    const form = isForm ? await readForm(request) : undefined;
    const body = form ? { size: form.get('size'), n: form.get('n') } : JSON.parse(request.body);
    const [width = 1920, height = 1920] = String(body.size ?? '1920x1920')
      .split('x')
      .map(Number);
    const picture = await sharp({ create: { width, height, channels: 3, background: colour } })
      .toFormat(format)
      .toBuffer();
    const data = Array.from({ length: Number(body.n ?? 1) }, () => ({
      b64_json: picture.toString('base64'),
      url: null,
    }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ created: 1, data }));
  };
}

/** A plain picture of the size *Match picture* comes to for 800x600, as a relay sends it. */
export async function plainBase64(background: string): Promise<string> {
  const picture = sharp({ create: { width: 2217, height: 1663, channels: 3, background } });
  return (await picture.png().toBuffer()).toString('base64');
}

/** One event of a stream. */
export function asEvent(body: object): string {
  return `data: ${JSON.stringify(body)}\r\n\r\n`;
}

/** The edits a relay got. */
export function editsOf(requests: readonly RecordedRequest[]): RecordedRequest[] {
  return requests.filter(({ path: where }) => where === '/v1/images/edits');
}

/** Holds back every file of the library that the page reads, until the returned function is called. */
export async function holdMedia(page: Page): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/media/*', async (route) => {
    await isReleased;
    await route.fallback();
  });
  return async () => {
    release();
    await page.unroute('**/media/*');
  };
}
