// The body of an edit request in its two documented forms (relay API §2.3), in the connection's dialect. Files are read while they are sent.

import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { FormData } from 'undici';
import type { Dialect } from '../../shared/connections.ts';
import type { EditRequest } from '../../shared/contract/images.ts';
import { base64Length, encodeFile } from './base64.ts';

/** A picture to send: a file of ours, or an address the relay fetches itself (JSON only). */
export type PictureToSend =
  | { kind: 'file'; path: string; mime: string; extension: string }
  | { kind: 'address'; url: string };

/** Everything an edit sends. `mask` is a PNG whose transparent area is to be edited (multipart only). */
export type EditToSend = {
  model: string;
  dialect: Dialect;
  request: EditRequest;
  pictures: readonly PictureToSend[];
  mask: { path: string } | null;
};

/** A body of known size that is made while it is sent. It can be read once, as a request can be sent once. */
export type StreamedBody = { stream: Readable; sizeBytes: number };

/** multipart/form-data. Addresses cannot travel this way; `editProblem` of shared refuses them. */
export async function multipartBody({ model, dialect, request, pictures, mask }: EditToSend): Promise<FormData> {
  const { options } = request;
  const body = new FormData();
  const fields: Record<string, string | number | boolean | null> = {
    model,
    prompt: sentPrompt(request),
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

/** Size of a form's fields and files, without what stands between them. */
export function multipartBytes(form: FormData): number {
  return [...form.values()].reduce(
    (sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : value.size),
    0,
  );
}

/** application/json. One picture is a string, several are an array; files are encoded while they are sent. */
export async function jsonBody({ model, dialect, request, pictures }: EditToSend): Promise<StreamedBody> {
  const { options } = request;
  const rest = JSON.stringify({
    ...(options.size !== null && { size: options.size }),
    ...(options.responseFormat !== null && { response_format: options.responseFormat }),
    watermark: options.watermark,
    ...(options.stream && { stream: true }),
  });
  const isOne = pictures.length === 1;
  const parts: BodyPart[] = [`${JSON.stringify({ model, prompt: sentPrompt(request) }).slice(0, -1)},"image":`];
  if (!isOne) parts.push('[');
  for (const [index, picture] of pictures.entries()) {
    if (index > 0) parts.push(',');
    parts.push(...(picture.kind === 'address' ? [JSON.stringify(picture.url)] : asText(picture, dialect)));
  }
  parts.push(`${isOne ? '' : ']'},${rest.slice(1)}`);
  let sizeBytes = 0;
  for (const part of parts) {
    sizeBytes += typeof part === 'string' ? Buffer.byteLength(part) : base64Length((await stat(part.path)).size);
  }
  return { stream: Readable.from(writeParts(parts), { objectMode: false }), sizeBytes };
}

/** The instruction as it goes out: with what points to the mask, where that is told in words. */
function sentPrompt({ prompt, mask }: EditRequest): string {
  return (mask?.sentPrompt ?? prompt).toWellFormed();
}

/** Text as it is, or a file to encode. */
type BodyPart = string | { path: string };

function asText({ path, mime }: { path: string; mime: string }, { pictureText }: Dialect): BodyPart[] {
  return [pictureText === 'dataUrl' ? `"data:${mime};base64,` : '"', { path }, '"'];
}

async function* writeParts(parts: readonly BodyPart[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (typeof part === 'string') yield Buffer.from(part);
    else yield* encodeFile(part.path);
  }
}
