// An edit request as multipart/form-data (relay API §2.3, Form A). Knows no pixels.

import { ok, type Result } from '../../shared/result.ts';
import type { Problem } from '../errors.ts';
import { type Bytes, type EditRequest, type Fields, parseOptions, refuse } from './request.ts';

const TEXT_FIELDS = new Set(
  'model prompt size quality response_format background output_format moderation user'.split(' '),
);
const NUMBER_FIELDS = new Set(['n', 'output_compression']);
const IMAGE_NAMES = new Set(['image', 'image[]']);
const WATERMARK_DEFAULT = false;

/** Judges a multipart body. Several pictures are repeated `image` or `image[]` parts; unknown parts are ignored. */
export async function parseMultipart(form: FormData): Promise<Result<EditRequest, Problem>> {
  const fields: Fields = {};
  const images: Blob[] = [];
  let mask: Blob | undefined;
  const ignoredFields: string[] = [];
  for (const [name, value] of form) {
    if (IMAGE_NAMES.has(name)) {
      if (typeof value === 'string')
        return refuse('image', 'image must be a file in this form, not text or an address.');
      images.push(value);
    } else if (name === 'mask') {
      if (typeof value === 'string') return refuse('mask', 'mask must be a file.');
      if (mask) return refuse('mask', 'mask is there more than once.');
      mask = value;
    } else if (name === 'stream') {
      ignoredFields.push(name);
    } else if (TEXT_FIELDS.has(name) || NUMBER_FIELDS.has(name) || name === 'watermark') {
      if (typeof value !== 'string') return refuse(name, `${name} must be text, not a file.`);
      if (name in fields) return refuse(name, `${name} is there more than once.`);
      fields[name] = NUMBER_FIELDS.has(name) ? toNumber(value) : name === 'watermark' ? toBoolean(value) : value;
    }
  }
  const options = parseOptions(fields, WATERMARK_DEFAULT);
  if (!options.ok) return options;
  if (images.length === 0) return refuse('image', 'image is missing: send at least one file.');
  return ok({
    ...options.data,
    images: await Promise.all(images.map(readBytes)),
    mask: mask && (await readBytes(mask)),
    ignoredFields,
  });
}

async function readBytes(file: Blob): Promise<Bytes> {
  return new Uint8Array(await file.arrayBuffer());
}

/** The number a text writes in decimal digits; any other text stays as it is, to be refused. */
function toNumber(text: string): unknown {
  return /^[+-]?\d+$/.test(text) ? Number(text) : text;
}

function toBoolean(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}
