// The typed edit request and the rules both body forms share (relay API §2.3, §8). Knows no HTTP and no pixels.

import {
  EDIT_FIELDS,
  type FieldName,
  type OptionName,
  type OptionValue,
  type EditOptions as SentOptions,
} from '../../shared/images/edit-fields.ts';
import { mayHold, OPTION_NAMES, optionField, wireName } from '../../shared/images/field-rules.ts';
import { DEFAULT_IMAGE_MODEL, MIN_PIXELS } from '../../shared/images/limits.ts';
import { DEFAULT_SIZE_RULES, formatSize, parseSize, type Size, sizeProblem } from '../../shared/images/size.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Problem } from '../errors.ts';

/** The bytes of a file. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** What an edit request asks for beside its pictures: every option, those it omits at the relay's default. */
export type EditOptions = { [N in Exclude<OptionName, 'size'>]: NonNullable<SentOptions[N]> } & {
  prompt: string;
  size: Size;
};

/** A valid edit request. */
export type EditRequest = EditOptions & {
  /** At least one; the first is edited, the others are references. */
  images: readonly Bytes[];
  mask: Bytes | undefined;
  /** Fields that were sent but that the form does not have. */
  ignoredFields: readonly string[];
};

/** The fields a request may have, as they came; `undefined` is absent. */
export type Fields = Partial<Record<FieldName, unknown>>;

/** What the API leaves open. */
const RESPONSE_FORMAT = 'url';

/** Judges everything but the pictures. @param watermarkDefault the forms disagree about it. */
export function parseOptions(fields: Fields, watermarkDefault: boolean): Result<EditOptions, Problem> {
  const { model, prompt, user = '' } = fields;
  if (model !== DEFAULT_IMAGE_MODEL) return refuse('model', `model must be ${DEFAULT_IMAGE_MODEL}.`);
  if (typeof prompt !== 'string' || prompt.trim() === '') return refuse('prompt', 'prompt must be a non-empty string.');
  if (typeof user !== 'string') return refuse('user', 'user must be a string.');
  const size = readSize(fields.size ?? EDIT_FIELDS.size.value.default);
  if (!size.ok) return size;
  const options: Fields = {};
  for (const name of OPTION_NAMES) {
    const { value } = optionField(name);
    if (value.type === 'size') continue;
    const given = fields[name] ?? value.default;
    if (given !== null && !mayHold(value, given))
      return refuse(wireName(name), `${wireName(name)} must be ${wanted(value)}.`);
    options[name] = given;
  }
  options.responseFormat ??= RESPONSE_FORMAT;
  options.watermark = fields.watermark ?? watermarkDefault;
  return ok({ ...(options as EditOptions), prompt, size: size.data });
}

/** What an option may be, in words. */
function wanted(value: Exclude<OptionValue, { type: 'size' }>): string {
  if (value.type === 'choice') return `one of ${value.of.join(', ')}`;
  if (value.type === 'switch') return 'true or false';
  return `a whole number ${value.max === null ? `of at least ${value.min}` : `from ${value.min} to ${value.max}`}`;
}

/** A refusal of one field. */
export function refuse(param: string, message: string): Result<never, Problem> {
  return fail({ status: 400, message, param, code: 'invalid_value' });
}

function readSize(value: unknown): Result<Size, Problem> {
  const size = typeof value === 'string' ? parseSize(value) : undefined;
  // The wire has one spelling; people may have more.
  const problem = size && formatSize(size) !== value ? 'shape' : sizeProblem(size, DEFAULT_SIZE_RULES);
  if (size && !problem) return ok(size);
  const { maxPixels, maxRatio } = DEFAULT_SIZE_RULES;
  return refuse(
    'size',
    `size must be <width>x<height> of ${MIN_PIXELS} to ${maxPixels} pixels between 1:${maxRatio} and ${maxRatio}:1 (${problem}).`,
  );
}
