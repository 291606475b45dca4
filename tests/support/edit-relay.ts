// The practice relay with its edit operation on loopback, and generated pictures to send to it.

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { createRelayServer, type RelayOptions } from '../../practice-relay/server.ts';
import { createWorkers } from '../../practice-relay/workers.ts';

/** Side of the smallest square that the operation accepts. */
const SIDE_PX = 1920;
export const MODEL = 'image-edit-5-0-260128';

type ImageObject = { url: string | null; b64_json: string | null; revised_prompt: string };
export type EditReply = { created: number; data: ImageObject[]; usage: { generated_images: number } };
export type EditRelay = {
  base: string;
  bugs: unknown[];
  postForm: (fields: Record<string, string | Uint8Array | (string | Uint8Array)[] | undefined>) => Promise<Response>;
  postJson: (body: unknown) => Promise<Response>;
  /** Sends multipart with a valid model and b64_json; returns the pixels of the first result. */
  edit: (prompt: string, image: Uint8Array, more?: Parameters<EditRelay['postForm']>[0]) => Promise<Edited>;
  close: () => Promise<void>;
};
/** RGBA pixels of a result, and its revised prompt. */
type Edited = { width: number; height: number; pixels: Buffer; said: string; files: Buffer[] };

export async function startEditRelay(options: Partial<RelayOptions> = {}): Promise<EditRelay> {
  const bugs: unknown[] = [];
  const workers = createWorkers();
  const server: Server = createRelayServer({ ...workers, reportBug: (error) => bugs.push(error), ...options });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const address = `${base}/v1/images/edits`;
  const authorization = 'Bearer any';

  const postForm: EditRelay['postForm'] = (fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      for (const part of Array.isArray(value) ? value : [value]) {
        if (typeof part === 'string') form.append(name, part);
        else if (part) form.append(name, new Blob([new Uint8Array(part)]), `${name}.png`);
      }
    }
    return fetch(address, { method: 'POST', headers: { authorization }, body: form });
  };
  return {
    base,
    bugs,
    postForm,
    postJson: (body) =>
      fetch(address, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async edit(prompt, image, more = {}) {
      const reply = await postForm({ model: MODEL, prompt, image, response_format: 'b64_json', ...more });
      if (!reply.ok) throw new Error(await reply.text());
      const { data } = (await reply.json()) as EditReply;
      const files = data.map(({ b64_json }) => Buffer.from(b64_json ?? '', 'base64'));
      return { ...(await pixelsOf(files[0] ?? Buffer.of())), said: data[0]?.revised_prompt ?? '', files };
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await workers.close();
    },
  };
}

/** Decodes a file to RGBA. */
export async function pixelsOf(file: Uint8Array): Promise<{ width: number; height: number; pixels: Buffer }> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** Draws a png whose colour varies everywhere: fine steps in green, stripes in red and blue. */
export async function testPicture(width: number = SIDE_PX, height: number = SIDE_PX): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      data[i] = 60 + ((x >> 4) & 1) * 100;
      data[i + 1] = 40 + Math.floor((x * 150) / width);
      data[i + 2] = 50 + ((y >> 4) & 1) * 80;
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Draws a mask of a square picture: alpha 0 in a square, or everywhere, or nowhere. */
export async function holeMask(
  hole: { left: number; top: number; side: number } | 'all' | 'none',
  side: number,
): Promise<Buffer> {
  const data = Buffer.alloc(side * side * 4, hole === 'all' ? 0 : 255);
  if (typeof hole === 'object') {
    for (let y = hole.top; y < hole.top + hole.side; y++) {
      data.fill(0, (y * side + hole.left) * 4, (y * side + hole.left + hole.side) * 4);
    }
  }
  return sharp(data, { raw: { width: side, height: side, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
