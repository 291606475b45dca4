// The reply to an edit: one entry for each picture, and the facts about all of them (relay API §2.4), with those that
// current programs read beside them.

import type { OutputFormat } from '../../shared/images/limits.ts';
import { formatSize } from '../../shared/images/size.ts';
import { utf8ByteLength } from '../../shared/text/utf8.ts';
import type { Bytes } from '../bytes.ts';
import type { EditRequest } from './request.ts';
import type { ResultStore } from './results.ts';

const EXTENSIONS: Record<OutputFormat, string> = { png: 'png', jpeg: 'jpg', webp: 'webp' };

/** Simulated, like the bill: how much text and how much of a picture count as a token. */
const BYTES_PER_TOKEN = 4;
const PIXELS_PER_TOKEN = 256;

/** Creates one entry of `data`. @param base address of the relay. */
export function imageObject(
  { file, revisedPrompt }: { file: Bytes; revisedPrompt: string },
  { outputFormat, responseFormat }: EditRequest,
  store: ResultStore,
  base: string,
): object {
  const isInline = responseFormat === 'b64_json';
  const name = isInline ? '' : store.put(file, `image/${outputFormat}`, EXTENSIONS[outputFormat]);
  return {
    url: isInline ? null : new URL(`/v1/results/${name}`, base).href,
    b64_json: isInline ? toBase64(file) : null,
    revised_prompt: revisedPrompt,
  };
}

/** Returns what is true of every picture of a reply. */
export function pictureFacts({ size, quality, background, outputFormat }: EditRequest): object {
  return { size: formatSize(size), quality, background, output_format: outputFormat };
}

/** Returns what a number of results used. */
export function usage({ prompt, images, size }: EditRequest, results: number): object {
  const tokens = Math.ceil((size.width * size.height) / PIXELS_PER_TOKEN);
  const details = {
    text_tokens: Math.ceil(utf8ByteLength(prompt) / BYTES_PER_TOKEN),
    image_tokens: images.length * tokens,
  };
  const [input, output] = [details.text_tokens + details.image_tokens, results * tokens];
  return {
    generated_images: results,
    input_tokens: input,
    input_tokens_details: details,
    output_tokens: output,
    total_tokens: input + output,
  };
}

/** Encodes bytes as Base64, without copying them first. */
export function toBase64({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('base64');
}

/** The time as in `created`: Unix time in seconds. */
export function nowS(): number {
  return Math.floor(Date.now() / 1000);
}
