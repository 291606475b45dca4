// Builds the body of an edit request in its two documented forms (relay API §2.3), in the connection's dialect. Files
// are read while they are sent.

import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { FormData } from 'undici';
import type { Dialect } from '../../shared/connection/connections.ts';
import type { EditRequest } from '../../shared/contract/images.ts';
import type { FieldName, TextFieldName } from '../../shared/images/edit-fields.ts';
import { carries, FIELD_NAMES, isTextField, wireName } from '../../shared/images/field-rules.ts';
import { base64Length, encodeFile } from './base64.ts';

/** A picture to send: a local file, or an address that the relay fetches itself (JSON only). */
export type PictureToSend =
  | { kind: 'file'; path: string; mime: string; extension: string }
  | { kind: 'address'; url: string };

/** All input of an edit request. `mask` is a PNG whose transparent area is to be edited (multipart only). */
export type EditToSend = {
  model: string;
  dialect: Dialect;
  request: EditRequest;
  pictures: readonly PictureToSend[];
  mask: { path: string } | null;
};

/** A body of known size that is generated while it is sent. It can be read once only. */
export type StreamedBody = { stream: Readable; sizeBytes: number };

/** Builds multipart/form-data. Addresses cannot be sent this way; `editProblem` of shared refuses them. */
export async function multipartBody(edit: EditToSend): Promise<FormData> {
  const { dialect, pictures, mask } = edit;
  const body = new FormData();
  const values = textValues(edit);
  for (const name of FIELD_NAMES) {
    if (isTextField(name) && carries('multipart', name) && values[name] !== null)
      body.append(wireName(name), String(values[name]));
  }
  const files = pictures.filter((picture) => picture.kind === 'file');
  const part = files.length > 1 ? dialect.picturePart : wireName('image');
  for (const [index, { path, mime, extension }] of files.entries()) {
    body.append(part, await openAsBlob(path, { type: mime }), `image-${index + 1}.${extension}`);
  }
  if (mask) body.append(wireName('mask'), await openAsBlob(mask.path, { type: 'image/png' }), 'mask.png');
  return body;
}

/** Size in bytes of a form's fields and files, without the delimiters and part headers. */
export function multipartBytes(form: FormData): number {
  return [...form.values()].reduce(
    (sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : value.size),
    0,
  );
}

/** Builds application/json. One picture is a string, several are an array; files are encoded while they are sent. */
export async function jsonBody(edit: EditToSend): Promise<StreamedBody> {
  const values = textValues(edit);
  const written = (name: FieldName): BodyPart[] => {
    if (name === 'image') return pictureParts(edit);
    const value = isTextField(name) ? values[name] : null;
    return value === null ? [] : [JSON.stringify(value)];
  };
  const parts: BodyPart[] = [];
  for (const name of FIELD_NAMES.filter((field) => carries('json', field))) {
    const value = written(name);
    if (value.length > 0) parts.push(`${parts.length === 0 ? '{' : ','}"${wireName(name)}":`, ...value);
  }
  parts.push('}');
  let sizeBytes = 0;
  for (const part of parts) {
    sizeBytes += typeof part === 'string' ? Buffer.byteLength(part) : base64Length((await stat(part.path)).size);
  }
  return { stream: Readable.from(writeParts(parts), { objectMode: false }), sizeBytes };
}

/** The value of every field that is not a file; null is not sent. */
function textValues({ model, dialect, request }: EditToSend): Record<TextFieldName, string | number | boolean | null> {
  return { model, prompt: sentPrompt(request), user: dialect.endUserId || null, ...request.options };
}

/** The prompt as it is sent: with the text that points to the mask, if the mask is described in the prompt. */
function sentPrompt({ prompt, mask }: EditRequest): string {
  return (mask?.sentPrompt ?? prompt).toWellFormed();
}

/** Text to send unchanged, or a file to encode. */
type BodyPart = string | { path: string };

function pictureParts({ dialect, pictures }: EditToSend): BodyPart[] {
  const texts = pictures.map((picture) =>
    picture.kind === 'address' ? [JSON.stringify(picture.url)] : asText(picture, dialect),
  );
  if (texts.length === 1) return texts.flat();
  return ['[', ...texts.flatMap((text, index) => (index === 0 ? text : [',', ...text])), ']'];
}

function asText({ path, mime }: { path: string; mime: string }, { pictureText }: Dialect): BodyPart[] {
  return [pictureText === 'dataUrl' ? `"data:${mime};base64,` : '"', { path }, '"'];
}

async function* writeParts(parts: readonly BodyPart[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (typeof part === 'string') yield Buffer.from(part);
    else yield* encodeFile(part.path);
  }
}
