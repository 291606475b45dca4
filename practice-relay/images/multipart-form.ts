// Parses an edit request in multipart/form-data (relay API §2.3, Form A).

import type { FieldName, OptionValue } from '../../shared/images/edit-fields.ts';
import { carries, FIELD_NAMES, isOption, optionField, wireName } from '../../shared/images/field-rules.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Bytes } from '../bytes.ts';
import type { Problem } from '../errors.ts';
import type { Part } from './multipart-parts.ts';
import { type EditRequest, type Fields, parseOptions, refuse } from './request.ts';

const NAMES = new Map<string, FieldName>(FIELD_NAMES.map((name) => [wireName(name), name]));
const IMAGE_NAMES = new Set(['image', 'image[]']);
const WATERMARK_DEFAULT = false;

/** Whether this relay reads a field in this form: those of the API, and `stream`, which current programs send in it. */
function isRead(name: FieldName): boolean {
  return name === 'previews' || carries('multipart', name);
}

/** Validates a multipart body. Several pictures are repeated `image` or `image[]` parts; unknown parts are ignored. */
export function parseMultipart(parts: readonly Part[]): Result<EditRequest, Problem> {
  const fields: Fields = {};
  const images: Bytes[] = [];
  let mask: Bytes | undefined;
  const ignoredFields: string[] = [];
  for (const { name: wire, isFile, bytes } of parts) {
    const name = NAMES.get(wire);
    if (IMAGE_NAMES.has(wire)) {
      if (!isFile) return refuse('image', 'image must be a file in this form, not text or an address.');
      images.push(bytes);
    } else if (name === 'mask') {
      if (!isFile) return refuse('mask', 'mask must be a file.');
      if (mask) return refuse('mask', 'mask is there more than once.');
      mask = bytes;
    } else if (name !== undefined && !isRead(name)) {
      ignoredFields.push(wire);
    } else if (name !== undefined) {
      if (isFile) return refuse(wire, `${wire} must be text, not a file.`);
      if (name in fields) return refuse(wire, `${wire} is there more than once.`);
      const text = new TextDecoder().decode(bytes);
      fields[name] = isOption(name) ? readText(optionField(name).value, text) : text;
    }
  }
  const options = parseOptions(fields, WATERMARK_DEFAULT);
  if (!options.ok) return options;
  if (images.length === 0) return refuse('image', 'image is missing: send at least one file.');
  return ok({ ...options.data, images, mask, ignoredFields });
}

/**
 * Converts a text to a number or boolean where the option is one; any other text stays unchanged and is refused later.
 */
function readText({ type }: OptionValue, text: string): unknown {
  if (type === 'whole') return /^[+-]?\d+$/.test(text) ? Number(text) : text;
  if (type === 'switch') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
