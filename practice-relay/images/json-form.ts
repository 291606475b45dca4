// Parses an edit request in application/json (relay API §2.3, Form B).

import { carries, FIELD_NAMES, wireName } from '../../shared/images/field-rules.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Bytes } from '../bytes.ts';
import type { Problem } from '../errors.ts';
import { createPictureFetcher } from './fetch-picture.ts';
import { type EditRequest, type Fields, parseOptions, refuse } from './request.ts';

/** Fields that only multipart supports. */
const MULTIPART_FIELDS = FIELD_NAMES.filter((name) => !carries('json', name)).map(wireName);
const WATERMARK_DEFAULT = true;

/**
 * Validates a parsed JSON body and gets its pictures: data URLs, plain Base64 or addresses. Null counts as absent.
 * @param memory the body's bytes, which are no longer needed: Base64 is decoded into them, as it always fits.
 * @param ownPort port of the relay, whose results may be named by address.
 * @param signal stops the fetching of addresses when the caller disconnects.
 */
export async function parseJsonForm(
  body: unknown,
  memory: Bytes,
  ownPort: number | undefined,
  signal: AbortSignal,
): Promise<Result<EditRequest, Problem>> {
  if (!isObject(body)) return refuse('', 'The body must be multipart/form-data or a JSON object.');
  const names = FIELD_NAMES.filter((name) => carries('json', name));
  const fields: Fields = Object.fromEntries(names.map((name) => [name, body[wireName(name)] ?? undefined]));
  const options = parseOptions(fields, WATERMARK_DEFAULT);
  if (!options.ok) return options;

  const sources: unknown[] = Array.isArray(body.image) ? body.image : [body.image ?? ''];
  if (sources.length === 0 || sources[0] === '') return refuse('image', 'image is missing: send at least one.');
  const fetchPicture = createPictureFetcher(ownPort, signal);
  const decode = createBase64Decoder(memory);
  const images = await Promise.all(sources.map((source) => readSource(source, decode, fetchPicture)));
  const broken = images.findIndex((image) => typeof image === 'string');
  if (broken !== -1) return refuse('image', `image ${broken + 1} ${images[broken]}.`);
  return ok({
    ...options.data,
    images: images.filter((image) => typeof image !== 'string'),
    mask: undefined,
    ignoredFields: MULTIPART_FIELDS.filter((name) => body[name] != null),
  });
}

/** Returns the bytes of one entry of `image`, or the problem with it. */
async function readSource(
  source: unknown,
  decode: (base64: string) => Bytes | undefined,
  fetchPicture: (address: string) => Promise<Bytes | string>,
): Promise<Bytes | string> {
  if (typeof source !== 'string' || source === '') return 'must be a non-empty string';
  if (/^https?:\/\//i.test(source)) return fetchPicture(source);
  const base64 = source.replace(/^data:[^,]{0,200};base64,/i, '');
  if (base64.startsWith('data:')) return 'is a data URL without Base64';
  return decode(base64) ?? 'is neither a data URL, nor Base64, nor an http address';
}

/**
 * Creates a decoder of Base64 of either alphabet, line breaks allowed; it returns undefined for any other text. The
 * results follow each other in `memory`.
 */
function createBase64Decoder(memory: Bytes): (text: string) => Bytes | undefined {
  const target = Buffer.from(memory.buffer, memory.byteOffset, memory.length);
  let used = 0;
  return (text) => {
    const compact = text.replace(/\s+/g, '');
    if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(compact)) return undefined;
    const start = used;
    used += target.write(compact, start, 'base64');
    return memory.subarray(start, used);
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
