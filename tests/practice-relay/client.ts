// The client of the conformance tests: plain requests, and independent decoders of the results.

import { Decoder } from '@evan/opus/wasm/index.mjs';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import sharp from 'sharp';
import { expect } from 'vitest';
import { parseWavHeader, WAV_HEADER_BYTES } from '../../shared/speech/wav.ts';

export const SPEECH_MODEL = 'speech-tts-1.0';
export const IMAGE_MODEL = 'image-edit-5-0-260128';

const KEY = { authorization: 'Bearer any' };
export type Fields = Record<string, unknown>;

/** Posts a JSON body; `undefined` omits a field. */
export function postJson(address: string, body: unknown): Promise<Response> {
  const headers = { ...KEY, 'content-type': 'application/json' };
  return fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Posts a multipart body: bytes become files, arrays become repeated parts, `undefined` omits a field. */
export function postForm(address: string, fields: Fields): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part instanceof Uint8Array) form.append(name, new Blob([new Uint8Array(part)]), 'file');
      else if (part !== undefined) form.append(name, String(part));
    }
  }
  return fetch(address, { method: 'POST', headers: KEY, body: form });
}

/** Expects the usual error body, with a message that ends with the id of the header. */
export async function expectError(reply: Response, status: number, param: string, words = ''): Promise<void> {
  const { error } = (await reply.json()) as { error: { message: string; param: string } };
  expect({ status: reply.status, ...error }).toEqual({
    status,
    message: expect.stringContaining(`(request id: ${reply.headers.get('x-request-id')})`),
    type: expect.stringMatching(/_error$/),
    param,
    code: expect.toBeOneOf([expect.anything(), null]),
  });
  expect(error.message).toContain(words);
}

export type ImageObject = { url: string | null; b64_json: string | null; revised_prompt: string };

/** Returns the picture of an entry, downloaded without a key if it is an address. */
export async function fileOf({ url, b64_json }: ImageObject): Promise<Buffer> {
  if (b64_json !== null) return Buffer.from(b64_json, 'base64');
  return Buffer.from(await (await fetch(url ?? '')).arrayBuffer());
}

export async function imagesOf(reply: Response): Promise<ImageObject[]> {
  if (reply.status !== 200) throw new Error(await reply.text());
  return ((await reply.json()) as { data: ImageObject[] }).data;
}

/** Returns what a decoder reads from a picture file. */
export async function lookAt(file: Uint8Array): Promise<{ format: string; size: string; hasAlpha: boolean }> {
  const { format, width, height, hasAlpha } = await sharp(file).metadata();
  return { format: String(format), size: `${width}x${height}`, hasAlpha };
}

/**
 * Draws an opaque picture of one colour with a white square in its upper left corner. @param size `<width>x<height>`.
 */
export async function pictureOf(size: string, background = '#406080'): Promise<Buffer> {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const side = width / 3;
  return sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
    .extend({ right: width - side, bottom: height - side, background })
    .png()
    .toBuffer();
}

/** Draws a mask that is transparent everywhere, or nowhere. */
export function maskOf(size: string, alpha: 0 | 1): Promise<Buffer> {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha } } })
    .png()
    .toBuffer();
}

/** Length, mean level (RMS, full scale 1) and mean pitch of speech. */
export type Heard = { seconds: number; level: number; hertz: number };

/**
 * Decodes audio, recognised by its first bytes; audio without a header is pcm. There is no decoder for mp3: the length
 * comes from its container.
 */
export async function listen(bytes: Uint8Array<ArrayBuffer>): Promise<Heard & { format: string }> {
  const magic = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (magic === 'RIFF') {
    expect(parseWavHeader(bytes)).toMatchObject({ rateHz: 24_000, channels: 1, dataOffset: WAV_HEADER_BYTES });
    return { format: 'wav', ...measure(bytes.slice(WAV_HEADER_BYTES)) };
  }
  const isMp3 = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0;
  if (magic !== 'OggS' && !isMp3) return { format: 'pcm', ...measure(bytes) };
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('no audio track');
  if (isMp3) return { format: 'mp3', seconds: await track.computeDuration(), level: Number.NaN, hertz: Number.NaN };
  const decoder = new Decoder({ channels: 1, sample_rate: 24_000 });
  const decoded: Uint8Array[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) decoded.push(decoder.decode(packet.data));
  decoder.drop();
  return { format: 'ogg_opus', ...measure(new Uint8Array(Buffer.concat(decoded))) };
}

function measure(pcm: Uint8Array<ArrayBuffer>): Heard {
  expect(pcm.length % 2).toBe(0);
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2);
  const energy = samples.reduce((sum, sample) => sum + (sample / 0x8000) ** 2, 0);
  return { seconds: samples.length / 24_000, level: Math.sqrt(energy / samples.length), hertz: meanPitch(samples) };
}

/** Computed over the voiced frames, by autocorrelation from 60 to 400 Hz. */
function meanPitch(samples: Int16Array): number {
  const FRAME = 1200;
  const pitches: number[] = [];
  for (let start = 0; start + 2 * FRAME < samples.length; start += FRAME) {
    const frame = samples.subarray(start, start + FRAME);
    const energy = frame.reduce((sum, sample) => sum + sample * sample, 1);
    let [best, bestLag] = [0, 0];
    for (let lag = 60; lag <= 400; lag++) {
      let sum = 0;
      for (let i = 0; i < FRAME; i++) sum += (samples[start + i] ?? 0) * (samples[start + i + lag] ?? 0);
      if (sum > best * 1.05) [best, bestLag] = [sum, lag];
    }
    if (best / energy > 0.6 && energy / FRAME > 10_000) pitches.push(24_000 / bestLag);
  }
  return pitches.reduce((sum, pitch) => sum + pitch, 0) / pitches.length;
}
