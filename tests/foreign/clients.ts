// Programs that nobody here wrote, each as a client of a relay: what the tests ask of all of them, said in its own way.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createOpenAI } from '@ai-sdk/openai';
import { APICallError, generateImage, generateSpeech } from 'ai';
import axios, { AxiosError } from 'axios';
import got, { HTTPError } from 'got';
import OpenAI, { toFile } from 'openai';
import OpenAI4, { toFile as toFile4 } from 'openai-4';
import { tempFolder } from '../support/temp-folder.ts';

type Speech = { model: string; input: string; voice: string; response_format: string };
type Edit = { model: string; prompt: string; size: string; output_format: string };

/** One client; what it cannot do is absent. */
type ForeignClient = {
  /** Returns the audio, and the type that it is labelled with. */
  speak: (speech: Speech) => Promise<{ bytes: Uint8Array; type: string | null }>;
  /** Returns the first piece of the audio and ends the request. */
  hear?: (speech: Speech) => Promise<Uint8Array>;
  /** Sends a multipart edit with a mask and returns the Base64 of its results. */
  edit: (edit: Edit, image: Buffer, mask: Buffer) => Promise<(string | undefined)[]>;
  /** The same as a stream; returns the types of the events, and the Base64 of the last one. */
  editStream?: (edit: Edit, image: Buffer) => Promise<{ types: string[]; last: string | undefined }>;
  /** Sends a JSON edit. */
  editJson?: (edit: Edit & { image: string }) => Promise<(string | undefined)[]>;
  models?: () => Promise<string[]>;
  model?: (id: string) => Promise<string>;
  /** Whether an error is the one that this program has for a status. */
  isError: (error: unknown, status: 400 | 401 | 404) => boolean;
};

type ImageReply = { data: { b64_json?: string | null }[] };
const inlineOf = (reply: ImageReply) => reply.data.map(({ b64_json }) => b64_json ?? undefined);

/** Creates a client of the relay at an address `…/v1`. */
type Connect = (baseURL: string, apiKey: string) => ForeignClient;

const openai: Connect = (baseURL, apiKey) => {
  const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 });
  const png = (bytes: Buffer) => toFile(bytes, 'picture.png', { type: 'image/png' });
  const bodyOf = (edit: Edit) => ({ ...edit, output_format: 'jpeg' as const });
  const classes = { 400: OpenAI.BadRequestError, 401: OpenAI.AuthenticationError, 404: OpenAI.NotFoundError };
  const create = (speech: Speech) =>
    client.audio.speech.create({ ...speech, response_format: speech.response_format as 'mp3' });
  return {
    async speak(speech) {
      const reply = await create(speech);
      return { bytes: new Uint8Array(await reply.arrayBuffer()), type: reply.headers.get('content-type') };
    },
    hear: async (speech) => firstOf((await create(speech)).body),
    async edit(edit, image, mask) {
      const reply = await client.images.edit({ ...bodyOf(edit), image: await png(image), mask: await png(mask) });
      return inlineOf({ data: reply.data ?? [] });
    },
    async editStream(edit, image) {
      const stream = await client.images.edit({ ...bodyOf(edit), image: await png(image), stream: true });
      const types: string[] = [];
      let last: string | undefined;
      for await (const event of stream) {
        types.push(event.type);
        last = event.b64_json;
      }
      return { types, last };
    },
    editJson: async (body) => inlineOf(await client.post<ImageReply>('/images/edits', { body })),
    models: async () => (await client.models.list()).data.map(({ id }) => id),
    model: async (id) => (await client.models.retrieve(id)).id,
    isError: (error, status) => error instanceof classes[status],
  };
};

const openai4: Connect = (baseURL, apiKey) => {
  const client = new OpenAI4({ baseURL, apiKey, maxRetries: 0 });
  const png = (bytes: Buffer) => toFile4(bytes, 'picture.png', { type: 'image/png' });
  const classes = { 400: OpenAI4.BadRequestError, 401: OpenAI4.AuthenticationError, 404: OpenAI4.NotFoundError };
  const create = (speech: Speech) =>
    client.audio.speech.create({ ...speech, response_format: speech.response_format as 'mp3' });
  return {
    async speak(speech) {
      const reply = await create(speech);
      return { bytes: new Uint8Array(await reply.arrayBuffer()), type: reply.headers.get('content-type') };
    },
    async edit(edit, image, mask) {
      const files = { image: await png(image), mask: await png(mask) };
      // Its types know only the sizes of one provider.
      const reply = await client.images.edit({ ...edit, ...files, size: edit.size as '1024x1024' });
      return inlineOf({ data: reply.data ?? [] });
    },
    editJson: async (body) => inlineOf(await client.post<unknown, ImageReply>('/images/edits', { body })),
    models: async () => (await client.models.list()).data.map(({ id }) => id),
    model: async (id) => (await client.models.retrieve(id)).id,
    isError: (error, status) => error instanceof classes[status],
  };
};

const aiSdk: Connect = (baseURL, apiKey) => {
  const provider = createOpenAI({ baseURL, apiKey });
  return {
    async speak({ model, input, voice, response_format }) {
      const { audio, responses } = await generateSpeech({
        model: provider.speech(model),
        text: input,
        voice,
        outputFormat: response_format,
        maxRetries: 0,
      });
      return { bytes: audio.uint8Array, type: responses[0]?.headers?.['content-type'] ?? null };
    },
    async edit({ model, prompt, size, output_format }, image, mask) {
      const { images } = await generateImage({
        model: provider.image(model),
        prompt: { text: prompt, images: [image], mask },
        size: size as `${number}x${number}`,
        providerOptions: { openai: { outputFormat: output_format } },
        maxRetries: 0,
      });
      return images.map(({ base64 }) => base64);
    },
    isError: (error, status) => APICallError.isInstance(error) && error.statusCode === status,
  };
};

/** Creates the multipart body of an edit with the platform's own form. */
function formOf(edit: object, files: Record<string, Buffer>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(edit)) form.append(name, String(value));
  for (const [name, bytes] of Object.entries(files))
    form.append(name, new Blob([new Uint8Array(bytes)]), `${name}.png`);
  return form;
}

const gotClient: Connect = (baseURL, apiKey) => {
  const client = got.extend({
    prefixUrl: baseURL,
    headers: { authorization: `Bearer ${apiKey}` },
    retry: { limit: 0 },
  });
  return {
    async speak(json) {
      const reply = await client.post('audio/speech', { json, responseType: 'buffer' });
      return { bytes: reply.body, type: reply.headers['content-type'] ?? null };
    },
    async hear(json) {
      for await (const chunk of client.stream.post('audio/speech', { json })) return chunk as Uint8Array;
      throw new Error('no audio');
    },
    edit: async (edit, image, mask) =>
      inlineOf(await client.post('images/edits', { body: formOf(edit, { image, mask }) }).json<ImageReply>()),
    editJson: async (json) => inlineOf(await client.post('images/edits', { json }).json<ImageReply>()),
    models: async () => (await client('models').json<{ data: { id: string }[] }>()).data.map(({ id }) => id),
    model: async (id) => (await client(`models/${id}`).json<{ id: string }>()).id,
    isError: (error, status) => error instanceof HTTPError && error.response.statusCode === status,
  };
};

const axiosClient: Connect = (baseURL, apiKey) => {
  const client = axios.create({ baseURL, headers: { authorization: `Bearer ${apiKey}` } });
  return {
    async speak(speech) {
      const { data, headers } = await client.post<ArrayBuffer>('/audio/speech', speech, {
        responseType: 'arraybuffer',
      });
      return { bytes: new Uint8Array(data), type: String(headers['content-type']) };
    },
    async hear(speech) {
      const { data } = await client.post<AsyncIterable<Uint8Array>>('/audio/speech', speech, {
        responseType: 'stream',
      });
      for await (const chunk of data) return chunk;
      throw new Error('no audio');
    },
    edit: async (edit, image, mask) =>
      inlineOf((await client.post<ImageReply>('/images/edits', formOf(edit, { image, mask }))).data),
    editJson: async (body) => inlineOf((await client.post<ImageReply>('/images/edits', body)).data),
    models: async () => (await client.get<{ data: { id: string }[] }>('/models')).data.data.map(({ id }) => id),
    model: async (id) => (await client.get<{ id: string }>(`/models/${id}`)).data.id,
    isError: (error, status) => error instanceof AxiosError && error.response?.status === status,
  };
};

const run = promisify(execFile);
/** The exit status of `curl --fail-with-body` for a reply that is an error. */
const CURL_HTTP_ERROR = 22;

const curl: Connect = (baseURL, apiKey) => {
  const call = async (place: string, ...args: string[]): Promise<Buffer> => {
    const always = ['-sS', '--fail-with-body', '-H', `Authorization: Bearer ${apiKey}`, `${baseURL}/${place}`];
    return (await run('curl', [...always, ...args], { encoding: 'buffer', maxBuffer: 64 * 2 ** 20 })).stdout;
  };
  const json = (body: object): string[] => ['-H', 'Content-Type: application/json', '-d', JSON.stringify(body)];
  const parsed = <T>(bytes: Buffer): T => JSON.parse(bytes.toString('utf8')) as T;
  const files = async (pictures: Record<string, Buffer>): Promise<string[]> => {
    const folder = await tempFolder();
    const args: string[] = [];
    for (const [name, bytes] of Object.entries(pictures)) {
      await writeFile(path.join(folder, name), bytes);
      args.push('-F', `${name}=@${path.join(folder, name)};type=image/png`);
    }
    return args;
  };
  const fields = (edit: object): string[] => Object.entries(edit).flatMap((field) => ['-F', field.join('=')]);
  return {
    async speak(speech) {
      const head = path.join(await tempFolder(), 'head.txt');
      const bytes = await call('audio/speech', ...json(speech), '-D', head);
      const type = /^content-type: *(.+?)\r?$/im.exec(await readFile(head, 'utf8'))?.[1] ?? null;
      return { bytes: new Uint8Array(bytes), type };
    },
    edit: async (edit, image, mask) =>
      inlineOf(parsed(await call('images/edits', ...fields(edit), ...(await files({ image, mask }))))),
    async editStream(edit, image) {
      const args = [...fields({ ...edit, stream: true }), ...(await files({ image }))];
      const text = (await call('images/edits', '-N', ...args)).toString('utf8');
      const events = [...text.matchAll(/^data: (\{.*)$/gm)].map(
        ([, data = '']) => JSON.parse(data) as { type: string; b64_json?: string },
      );
      return { types: events.map(({ type }) => type), last: events.at(-1)?.b64_json };
    },
    models: async () => parsed<{ data: { id: string }[] }>(await call('models')).data.map(({ id }) => id),
    model: async (id) => parsed<{ id: string }>(await call(`models/${id}`)).id,
    isError: (error, status) =>
      error instanceof Error &&
      'code' in error &&
      error.code === CURL_HTTP_ERROR &&
      error.message.includes(`error: ${status}`),
  };
};

/** Every client by its name. */
export const CLIENTS: Readonly<Record<string, Connect>> = {
  'openai, newest': openai,
  'openai 4': openai4,
  'ai with @ai-sdk/openai': aiSdk,
  got: gotClient,
  axios: axiosClient,
  curl,
};

async function firstOf(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const reader = body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  if (!value) throw new Error('no audio');
  return value;
}
