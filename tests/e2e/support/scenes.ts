// Pictures that can be known again, and relays that do something to the picture they are sent.

import path from 'node:path';
import sharp from 'sharp';
import type { Size } from '../../../shared/images/size.ts';
import type { RecordedRequest, Script } from '../../fakes/scripted-relay.ts';
import { readForm } from './pictures.ts';

/** How pictures are compressed that only tests see: their making is a good part of a test. */
export const QUICK = { compressionLevel: 1 };

/** Shapes all over, each at its own place: a picture by which it can be known again. */
export function scene({ width, height }: Size, seed = 0): Promise<Buffer> {
  const shapes = Array.from({ length: 160 }, (_, i) => {
    const [x, y] = [((i + seed) * 97 * (seed + 1)) % width, ((i + seed) * 61 * (seed + 1)) % height];
    const radius = 6 + (((i + seed) * 13) % 34);
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="hsl(${(i * 47) % 360} 55% ${25 + ((i * 29) % 50)}%)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#777"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png(QUICK).toBuffer();
}

/** Writes a scene as a file. */
export async function writeScene(folder: string, size: Size): Promise<string> {
  const file = path.join(folder, 'scene.png');
  await sharp(await scene(size)).toFile(file);
  return file;
}

/** A scene that is neither black nor white anywhere. */
async function greyScene(size: Size): Promise<Buffer> {
  return sharp(await scene(size))
    .linear(0.6, 40)
    .png(QUICK)
    .toBuffer();
}

/** Writes a scene with grain, like a photograph's, as a file. */
export async function writeGrainyScene(folder: string, size: Size): Promise<string> {
  const file = path.join(folder, 'grainy.png');
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const grain = await sharp({ create: { ...size, channels: 3, background: '#808080', noise } })
    .png(QUICK)
    .toBuffer();
  await sharp(await greyScene(size))
    .composite([{ input: grain, blend: 'soft-light' }])
    .removeAlpha()
    .png(QUICK)
    .toFile(file);
  return file;
}

/** What was sent as picture 1, in either form. */
export async function sentPicture(request: RecordedRequest): Promise<Buffer> {
  if (request.headers['content-type']?.startsWith('multipart/'))
    return (await readForm(request)).get('image') as Buffer;
  const { image } = JSON.parse(request.body);
  return Buffer.from(String([image].flat()[0]).split(',')[1] ?? '', 'base64');
}

/** Answers with what becomes of the picture that was sent. */
export function answering(change: (sent: Buffer, size: Size) => Promise<Buffer>): Script {
  return async (response, request) => {
    const sent = await sentPicture(request);
    const { width, height } = await sharp(sent).metadata();
    const data = [{ b64_json: (await change(sent, { width, height })).toString('base64') }];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ created: 1, data }));
  };
}

/** The same picture moved right and up and a little warmer. */
export const misaligned = answering(async (sent, { width, height }) => {
  const [dx, dy] = [14, 10];
  const wide = await sharp(sent).extend({ left: dx, bottom: dy, extendWith: 'copy' }).toBuffer();
  const moved = await sharp(wide).extract({ left: 0, top: dy, width, height }).toBuffer();
  return sharp(moved).removeAlpha().linear([1.12, 1, 0.9], [4, 0, -3]).png(QUICK).toBuffer();
});
/** The same picture rotated clockwise by 0.6° and 1.2 % wider. */
export const rotated = answering(async (sent, { width, height }) => {
  const around = 40;
  const edges = { left: around, right: around, top: around, bottom: around, extendWith: 'copy' } as const;
  const turned = await sharp(await sharp(sent).extend(edges).toBuffer())
    .rotate(0.6)
    .toBuffer();
  const wide = Math.round(width * 1.012);
  const cut = await middleOf(turned, { width, height });
  return middleOf(await sharp(cut).resize(wide, height, { fit: 'fill' }).toBuffer(), { width, height });
});

async function middleOf(picture: Buffer, { width, height }: Size): Promise<Buffer> {
  const whole = await sharp(picture).metadata();
  const [left, top] = [Math.floor((whole.width - width) / 2), Math.floor((whole.height - height) / 2)];
  return sharp(picture).extract({ left, top, width, height }).removeAlpha().png(QUICK).toBuffer();
}

/** The scene, drawn at `drawn`, without its grain; darker at the left than at the right. */
export const relitAndClean = (drawn: Size): Script =>
  answering(async (_sent, size) => {
    const light = `<svg xmlns="http://www.w3.org/2000/svg" width="${drawn.width}" height="${drawn.height}"><linearGradient id="light"><stop stop-color="#999"/><stop offset="1" stop-color="#fff"/></linearGradient><rect width="100%" height="100%" fill="url(#light)"/></svg>`;
    const lit = await sharp(await greyScene(drawn))
      .composite([{ input: Buffer.from(light), blend: 'multiply' }])
      .removeAlpha()
      .png(QUICK)
      .toBuffer();
    return sharp(lit).resize(size.width, size.height, { fit: 'fill' }).png(QUICK).toBuffer();
  });

/** A picture of its own. */
export const unrelated = answering((_sent, size) => scene(size, 5));
