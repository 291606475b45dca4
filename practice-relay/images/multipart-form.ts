// An edit request as multipart/form-data (relay API §2.3, Form A). Knows no pixels.

import type { FieldName, OptionValue } from '../../shared/images/edit-fields.ts';
import { carries, FIELD_NAMES, isOption, optionField, wireName } from '../../shared/images/field-rules.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Problem } from '../errors.ts';
import { type Bytes, type EditRequest, type Fields, parseOptions, refuse } from './request.ts';

const NAMES = new Map<string, FieldName>(FIELD_NAMES.map((name) => [wireName(name), name]));
const IMAGE_NAMES = new Set(['image', 'image[]']);
const WATERMARK_DEFAULT = false;

/** Judges a multipart body. Several pictures are repeated `image` or `image[]` parts; unknown parts are ignored. */
export async function parseMultipart(form: FormData): Promise<Result<EditRequest, Problem>> {
  const fields: Fields = {};
  const images: Blob[] = [];
  let mask: Blob | undefined;
  const ignoredFields: string[] = [];
  for (const [wire, value] of form) {
    const name = NAMES.get(wire);
    if (IMAGE_NAMES.has(wire)) {
      if (typeof value === 'string')
        return refuse('image', 'image must be a file in this form, not text or an address.');
      images.push(value);
    } else if (name === 'mask') {
      if (typeof value === 'string') return refuse('mask', 'mask must be a file.');
      if (mask) return refuse('mask', 'mask is there more than once.');
      mask = value;
    } else if (name !== undefined && !carries('multipart', name)) {
      ignoredFields.push(wire);
    } else if (name !== undefined) {
      if (typeof value !== 'string') return refuse(wire, `${wire} must be text, not a file.`);
      if (name in fields) return refuse(wire, `${wire} is there more than once.`);
      fields[name] = isOption(name) ? readText(optionField(name).value, value) : value;
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

/** What a text means where it should be a number or a switch; any other text stays as it is, to be refused. */
function readText({ type }: OptionValue, text: string): unknown {
  if (type === 'whole') return /^[+-]?\d+$/.test(text) ? Number(text) : text;
  if (type === 'switch') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
