// The typed edit request and the rules both body forms share (relay API §2.3, §8). Knows no HTTP and no pixels.

import {
  BACKGROUNDS,
  type Background,
  DEFAULT_IMAGE_MODEL,
  DEFAULT_OUTPUT_FORMAT,
  DEFAULT_SIZE,
  isOutputCompressionValid,
  isVariationCountValid,
  MIN_PIXELS,
  MODERATIONS,
  OUTPUT_COMPRESSION,
  OUTPUT_FORMATS,
  type OutputFormat,
  QUALITIES,
  RESPONSE_FORMATS,
  type ResponseFormat,
  VARIATIONS,
} from '../../shared/images/limits.ts';
import { DEFAULT_SIZE_RULES, formatSize, parseSize, type Size, sizeProblem } from '../../shared/images/size.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Problem } from '../errors.ts';

/** The bytes of a file. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** What an edit request asks for beside its pictures. */
export type EditOptions = {
  prompt: string;
  /** Results asked for, at least 1. */
  n: number;
  size: Size;
  responseFormat: ResponseFormat;
  background: Background;
  outputFormat: OutputFormat;
  /** Quality of jpeg and webp, 0 to 100. */
  outputCompression: number;
  hasWatermark: boolean;
  isStream: boolean;
};

/** A valid edit request. */
export type EditRequest = EditOptions & {
  /** At least one; the first is edited, the others are references. */
  images: readonly Bytes[];
  mask: Bytes | undefined;
  /** Fields that were sent but that the form does not have. */
  ignoredFields: readonly string[];
};

/** Fields by their names on the wire; `undefined` is absent. */
export type Fields = Record<string, unknown>;

/** Judges everything but the pictures. @param watermarkDefault the forms disagree about it. */
export function parseOptions(fields: Fields, watermarkDefault: boolean): Result<EditOptions, Problem> {
  const { prompt, n = VARIATIONS.default, output_compression: outputCompression = OUTPUT_COMPRESSION.default } = fields;
  const { watermark: hasWatermark = watermarkDefault, stream: isStream = false } = fields;
  const {
    background = 'auto',
    output_format: outputFormat = DEFAULT_OUTPUT_FORMAT,
    response_format: responseFormat = 'url',
  } = fields;

  if (fields.model !== DEFAULT_IMAGE_MODEL) return refuse('model', `model must be ${DEFAULT_IMAGE_MODEL}.`);
  if (typeof prompt !== 'string' || prompt.trim() === '') return refuse('prompt', 'prompt must be a non-empty string.');
  if (typeof n !== 'number' || !isVariationCountValid(n)) return refuse('n', 'n must be a whole number of at least 1.');
  const size = readSize(fields.size ?? DEFAULT_SIZE);
  if (!size.ok) return size;
  if (!isOneOf(QUALITIES, fields.quality ?? 'auto')) return refuseWord('quality', QUALITIES);
  if (!isOneOf(RESPONSE_FORMATS, responseFormat)) return refuseWord('response_format', RESPONSE_FORMATS);
  if (!isOneOf(BACKGROUNDS, background)) return refuseWord('background', BACKGROUNDS);
  if (!isOneOf(OUTPUT_FORMATS, outputFormat)) return refuseWord('output_format', OUTPUT_FORMATS);
  if (typeof outputCompression !== 'number' || !isOutputCompressionValid(outputCompression)) {
    return refuse('output_compression', 'output_compression must be a whole number from 0 to 100.');
  }
  if (!isOneOf(MODERATIONS, fields.moderation ?? 'auto')) return refuseWord('moderation', MODERATIONS);
  if (typeof hasWatermark !== 'boolean') return refuse('watermark', 'watermark must be true or false.');
  if (typeof isStream !== 'boolean') return refuse('stream', 'stream must be true or false.');
  if (typeof (fields.user ?? '') !== 'string') return refuse('user', 'user must be a string.');

  const data = { prompt, n, size: size.data, responseFormat, background, outputFormat, outputCompression };
  return ok({ ...data, hasWatermark, isStream });
}

/** A refusal of one field. */
export function refuse(param: string, message: string): Result<never, Problem> {
  return fail({ status: 400, message, param, code: 'invalid_value' });
}

function refuseWord(param: string, words: readonly string[]): Result<never, Problem> {
  return refuse(param, `${param} must be one of ${words.join(', ')}.`);
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

function isOneOf<T extends string>(words: readonly T[], value: unknown): value is T {
  return words.some((word) => word === value);
}
