// The typed edit request, and the rules that both body forms share (relay API §2.3, §8).

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
import type { Bytes } from '../bytes.ts';
import type { Problem } from '../errors.ts';

/** The options of an edit request, everything except its pictures; omitted options have the relay's default. */
export type EditOptions = { [N in Exclude<OptionName, 'size'>]: NonNullable<SentOptions[N]> } & {
  prompt: string;
  size: Size;
};

/** A valid edit request. */
export type EditRequest = EditOptions & {
  /** At least one; the first is edited, the others are references. */
  images: readonly Bytes[];
  mask: Bytes | undefined;
  /** Sent fields that the form does not support. */
  ignoredFields: readonly string[];
};

/** The possible fields of a request, unvalidated; `undefined` means absent. */
export type Fields = Partial<Record<FieldName, unknown>>;

/** The default where the API leaves it open: what programs expect that do not ask. */
const RESPONSE_FORMAT = 'b64_json';

/** Validates everything except the pictures. @param watermarkDefault differs between the forms. */
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
    const chosen = fields[name] ?? value.default;
    if (chosen !== null && !mayHold(value, chosen))
      return refuse(wireName(name), `${wireName(name)} must be ${describeAllowed(value)}.`);
    options[name] = chosen;
  }
  options.responseFormat ??= RESPONSE_FORMAT;
  options.watermark = fields.watermark ?? watermarkDefault;
  return ok({ ...(options as EditOptions), prompt, size: size.data });
}

/** Describes an option's allowed values, for error messages. */
function describeAllowed(value: Exclude<OptionValue, { type: 'size' }>): string {
  if (value.type === 'choice') return `one of ${value.of.join(', ')}`;
  if (value.type === 'switch') return 'true or false';
  return `a whole number ${value.max === null ? `of at least ${value.min}` : `from ${value.min} to ${value.max}`}`;
}

/** Creates the refusal of one field. */
export function refuse(param: string, message: string): Result<never, Problem> {
  return fail({ status: 400, message, param, code: 'invalid_value' });
}

function readSize(value: unknown): Result<Size, Problem> {
  const size = typeof value === 'string' ? parseSize(value) : undefined;
  // The API has a single spelling of sizes, while `parseSize` accepts several.
  const problem = size && formatSize(size) !== value ? 'shape' : sizeProblem(size, DEFAULT_SIZE_RULES);
  if (size && !problem) return ok(size);
  const { maxPixels, maxRatio } = DEFAULT_SIZE_RULES;
  return refuse(
    'size',
    `size must be <width>x<height> of ${MIN_PIXELS} to ${maxPixels} pixels between 1:${maxRatio} and ${maxRatio}:1 (${problem}).`,
  );
}
