// The body of an edit request in its two documented forms (relay API §2.3), in the connection's dialect.

import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { FormData } from 'undici';
import type { Dialect } from '../../shared/connections.ts';
import type { EditRequest } from '../../shared/contract/images.ts';

/** A picture to send: a file of ours, or an address the relay fetches itself (Form B only). */
export type PictureToSend =
  | { kind: 'file'; path: string; mime: string; extension: string }
  | { kind: 'address'; url: string };

/** Everything an edit sends. `mask` is a PNG whose transparent area is to be edited (Form A only). */
export type EditToSend = {
  model: string;
  dialect: Dialect;
  request: EditRequest;
  pictures: readonly PictureToSend[];
  mask: { path: string } | null;
};

/** Form A: multipart/form-data. Files are read from disk while they are sent. Addresses cannot travel this way and are left out. */
export async function formBody({ model, dialect, request, pictures, mask }: EditToSend): Promise<FormData> {
  const { prompt, options } = request;
  const body = new FormData();
  const fields: Record<string, string | number | boolean | null> = {
    model,
    prompt: prompt.toWellFormed(),
    n: options.n,
    size: options.size,
    quality: options.quality,
    response_format: options.responseFormat,
    background: options.background,
    output_format: options.outputFormat,
    output_compression: options.outputCompression,
    moderation: options.moderation,
    watermark: options.watermark,
    user: dialect.endUserId || null,
  };
  for (const [name, value] of Object.entries(fields)) if (value !== null) body.append(name, String(value));
  const files = pictures.filter((picture) => picture.kind === 'file');
  const part = files.length > 1 ? dialect.picturePart : 'image';
  for (const [index, { path, mime, extension }] of files.entries()) {
    body.append(part, await openAsBlob(path, { type: mime }), `image-${index + 1}.${extension}`);
  }
  if (mask) body.append('mask', await openAsBlob(mask.path, { type: 'image/png' }), 'mask.png');
  return body;
}

/** Form B: application/json. One picture is a string, several are an array. */
export async function jsonBody({ model, dialect, request, pictures }: EditToSend): Promise<string> {
  const { prompt, options } = request;
  const images = await Promise.all(pictures.map((picture) => asText(picture, dialect)));
  return JSON.stringify({
    model,
    prompt: prompt.toWellFormed(),
    image: images.length === 1 ? images[0] : images,
    ...(options.size !== null && { size: options.size }),
    ...(options.responseFormat !== null && { response_format: options.responseFormat }),
    watermark: options.watermark,
    ...(options.stream && { stream: true }),
  });
}

/** Size of a body; of a multipart one its fields and files, without what stands between them. */
export function bodyBytes(body: string | FormData): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return [...body.values()].reduce(
    (sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : value.size),
    0,
  );
}

async function asText(picture: PictureToSend, dialect: Dialect): Promise<string> {
  if (picture.kind === 'address') return picture.url;
  const base64 = (await readFile(picture.path)).toString('base64');
  return dialect.pictureText === 'dataUrl' ? `data:${picture.mime};base64,${base64}` : base64;
}
