// The relay client alone, with a scripted relay on a real socket: its requests, and its interpretation of replies.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { AgentOptions } from '../../electron/relay/agents.ts';
import type { PictureFile } from '../../electron/relay/edit-receiver.ts';
import { createRelayHttp } from '../../electron/relay/http.ts';
import { requestEdit } from '../../electron/relay/images.ts';
import type { ReplyWatcher } from '../../electron/relay/received-reply.ts';
import { requestSpeech } from '../../electron/relay/speech.ts';
import { DEFAULT_DIALECT, DEFAULT_MODELS, type Dialect } from '../../shared/connection/connections.ts';
import type { EditRequest } from '../../shared/contract/images.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import type { AudioKind } from '../../shared/speech/formats.ts';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { type ScriptedRelay, startScriptedRelay } from '../fakes/scripted-relay.ts';
import { tempFolder } from './temp-folder.ts';

/** Must not occur in any error, whatever a relay echoes. */
export const KEY = 'sk-canary/key+0123456789';

/** A speech request with the app's defaults. */
export function speechRequest(change: Partial<SpeechRequest> = {}): SpeechRequest {
  const voice = 'zh_female_cancan_mars_bigtts';
  return { connectionId: 'c', text: 'Hello', voice, speed: 1, format: 'pcm', extras: {}, ...change };
}

/** A picture in memory. */
export type MemoryFile = PictureFile & { bytes: () => Buffer; isDiscarded: () => boolean };

export function memoryFile(): MemoryFile {
  const written: Buffer[] = [];
  let isDiscarded = false;
  return {
    write: async (bytes) => void written.push(Buffer.from(bytes)),
    discard: async () => {
      isDiscarded = true;
    },
    bytes: () => Buffer.concat(written),
    isDiscarded: () => isDiscarded,
  };
}

/** Stores nothing of a reply. */
export const UNSTORED: ReplyWatcher = {
  onReceiving: () => undefined,
  onBytes: async () => undefined,
  onReceived: async () => undefined,
};

/**
 * Opens the client; closed when the running test ends. @param at a relay other than a scripted one. @param way how it
 * is reached, if not directly.
 */
export async function openClient(dialect: Partial<Dialect> = {}, at?: string, way: Partial<AgentOptions> = {}) {
  const relay: ScriptedRelay = await startScriptedRelay();
  const http = createRelayHttp({ appVersion: '0.0.0', resolveProxy: async () => 'DIRECT', ...way });
  onTestFinished(async () => {
    await http.close();
    await relay.close();
  });
  const own = { ...DEFAULT_DIALECT, ...dialect };
  const target = { baseUrl: at ?? relay.baseUrl, key: KEY, dialect: own, allowedOrigins: [], reach: 'any' as const };
  const signal = new AbortController().signal;

  async function speak(request: SpeechRequest = speechRequest(), by: AbortSignal = signal) {
    const heard: Uint8Array[] = [];
    let format: AudioKind | undefined;
    const result = await requestSpeech(http, { ...target, model: DEFAULT_MODELS.speech }, request, {
      ...UNSTORED,
      signal: by,
      onSent: () => undefined,
      onAudio: async (bytes, is) => {
        format = is;
        heard.push(Buffer.from(bytes));
      },
    });
    return { result, format, audio: Buffer.concat(heard) };
  }

  /** @param files the bytes of the mask, and of the pictures that are not addresses. */
  async function edit(
    request: EditRequest = editRequest(),
    files: { pictures?: Uint8Array[]; mask?: Uint8Array } = {},
    by: AbortSignal = signal,
  ) {
    const folder = path.join(await tempFolder(), 'pictures');
    await mkdir(folder);
    const place = async (name: string, bytes: Uint8Array): Promise<string> => {
      await writeFile(path.join(folder, name), bytes);
      return path.join(folder, name);
    };
    const given = files.pictures ?? [Buffer.from('the picture')];
    const pictures = await Promise.all(
      request.pictures.map(async (picture, index) =>
        picture.kind === 'address'
          ? picture
          : {
              kind: 'file' as const,
              path: await place(`${index}.png`, given[index % given.length] ?? Buffer.of()),
              mime: 'image/png',
              extension: 'png',
            },
      ),
    );
    const mask = files.mask ? { path: await place('mask.png', files.mask) } : null;
    const opened: MemoryFile[] = [];
    const previews: Buffer[] = [];
    const result = await requestEdit(
      http,
      { ...target, model: DEFAULT_MODELS.image },
      request,
      { pictures, mask },
      {
        signal: by,
        onSent: () => undefined,
        ...UNSTORED,
        askedCount: request.options.variations ?? 1,
        onBug: (error) => {
          throw error;
        },
        isStored: () => false,
        fetchAgainMs: [],
        openFile: async () => {
          const file = memoryFile();
          opened.push(file);
          return file;
        },
        onPreview: async (file, isFinished) => {
          if (!isFinished) previews.push(file.bytes());
        },
      },
    );
    const outcomes = result.ok ? result.data.pictures.map(({ outcome }) => outcome) : [];
    return {
      result,
      previews,
      opened,
      /** The bytes of each result, or the code of its failure. */
      pictures: outcomes.map((outcome) => (outcome.ok ? outcome.data.bytes().toString() : outcome.error.code)),
    };
  }

  return { relay, http, target, speak, edit };
}
