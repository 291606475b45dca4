// Checks the steps of docs/architecture.md for adding a speech format: the compiler requires all of them. A copy of the
// sources gets a fictitious format.

import { execFile } from 'node:child_process';
import { cp, glob, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeWorkers } from '../renderer/testing/fake-worker.ts';
import { DEFAULT_DIALECT } from '../shared/connections.ts';
import { AUDIO_KINDS } from '../shared/speech/formats.ts';
import { speechRequest } from './support/relay-client.ts';

const ROOT = path.join(import.meta.dirname, '..');
const SOURCES = ['shared', 'electron', 'renderer', 'practice-relay'];
const COMPILE_TIMEOUT_MS = 120_000;

/** A position in a file: `text` is inserted after the match of `after`. */
type Edit = { file: string; after: RegExp; text: string };

/** A format that can be requested and is played while it arrives, and a kind of audio that can only be received. */
const TABLE = 'shared/speech/formats.ts';
const ROWS: readonly Edit[] = [
  {
    file: TABLE,
    after: /const KIND_ROWS = \{\n/,
    text: `
  made_up: {
    name: 'Made up',
    extension: 'made',
    mime: 'audio/x-made-up',
    container: 'other',
    isLive: true,
    isPlayable: true,
    rateHz: 32_000,
    maxBytesPerS: 64_000,
    recognise: (head) => (head[0] === 0x81 ? 'yes' : 'no'),
    isTruncated: null,
  },
  only_received: {
    name: 'Only received',
    extension: 'only',
    mime: 'audio/x-only',
    container: 'other',
    isLive: false,
    isPlayable: true,
    rateHz: null,
    maxBytesPerS: 64_000,
    recognise: (head) => (head[0] === 0x82 ? 'yes' : 'no'),
    isTruncated: null,
  },`,
  },
  {
    file: TABLE,
    after: /const FORMAT_ROWS = \{\n/,
    text: `made_up: { kind: 'made_up', dialectWord: null, isUsuallyWhole: false },\n`,
  },
];
const OTHERS: readonly Edit[] = [
  { file: 'shared/i18n/en/speech.ts', after: /'speech.format.ogg_opus': .*\n/, text: `'speech.format.made_up': 'a',` },
  { file: 'shared/i18n/zh/speech.ts', after: /'speech.format.ogg_opus': .*\n/, text: `'speech.format.made_up': 'b',` },
  { file: 'practice-relay/speech/encoders.ts', after: /ogg_opus: .*\n/, text: 'made_up: encodePcm,' },
  { file: 'renderer/audio/decode/stream-decoder.ts', after: /ogg_opus: .*\n/, text: 'made_up: createOggSplitter,' },
];
const OTHER_FILES = OTHERS.map(({ file }) => file).sort();

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-'));
  for (const source of [...SOURCES, 'assets/voices.json', 'tsconfig.base.json', 'package.json'])
    await cp(path.join(ROOT, source), path.join(folder, source), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** All parts that handle speech. */
const SPEECH_PARTS = [
  'shared',
  'electron',
  'practice-relay/speech',
  ...['app', 'audio', 'library', 'speech'].map((part) => `renderer/${part}`),
];

async function apply(edits: readonly Edit[]): Promise<void> {
  for (const { file, after, text } of edits) {
    const place = path.join(folder, file);
    const before = await readFile(place, 'utf8');
    expect(before, `${file} has ${after}`).toMatch(after);
    await writeFile(
      place,
      before.replace(after, (found) => `${found}${text}`),
    );
  }
}

/** Returns those of these files, and of the files they import, in which the compiler finds errors. */
async function faultyFiles(include: readonly string[]): Promise<string[]> {
  const project = {
    extends: './tsconfig.base.json',
    compilerOptions: {
      lib: ['ES2024', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
      types: ['node', 'vite/client'],
      jsx: 'react-jsx',
    },
    include: [...include, 'assets/voices.json'],
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(project));
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [compiler, '--pretty', 'false'], { cwd: folder }, (error, stdout, stderr) => {
      const files = [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file);
      if (error !== null && files.length === 0) reject(new Error(`${stdout}${stderr}`, { cause: error }));
      else resolve([...new Set(files)].sort());
    });
  });
}

test('rows alone do not compile: the compiler reports every other file, and none for a kind that is only received', {
  timeout: COMPILE_TIMEOUT_MS,
}, async () => {
  await apply(ROWS);
  expect(await faultyFiles(SPEECH_PARTS)).toEqual(OTHER_FILES);
});

test('with those files edited it compiles', { timeout: COMPILE_TIMEOUT_MS }, async () => {
  await apply(OTHERS);
  expect(await faultyFiles(OTHER_FILES)).toEqual([]);
});

test('no source compares a format with its name, which the compiler would not detect', async () => {
  const comparison = new RegExp(`(?:format|kind)\\w* [!=]== '(?:${AUDIO_KINDS.join('|')})'`, 'i');
  const found: string[] = [];
  for await (const file of glob(`{${SOURCES.join(',')}}/**/*.{ts,tsx}`, { cwd: ROOT }))
    if (!file.includes('.test.') && comparison.test(await readFile(path.join(ROOT, file), 'utf8'))) found.push(file);
  expect(found).toEqual([]);
});

test('docs/architecture.md names these files and no other', async () => {
  const map = await readFile(path.join(ROOT, 'docs/architecture.md'), 'utf8');
  const steps = /^- \*\*a speech format\*\*:(.*(?:\n {2}.*)*)/m.exec(map)?.[1] ?? '';
  const named = [...steps.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = '']) => file);
  expect(named.sort()).toEqual([TABLE, ...OTHER_FILES].sort());
});

/** Imports a module of the copy, after it is complete. */
const load = async <Module>(file: string): Promise<Module> => (await import(path.join(folder, file))) as Module;

test('the format is requested, accepted by the practice relay, and recognised by its bytes', async () => {
  const { speechBody } = await load<typeof import('../electron/relay/speech.ts')>('electron/relay/speech.ts');
  const { speechRequestSchema } =
    await load<typeof import('../shared/contract/speech.ts')>('shared/contract/speech.ts');
  const { parseSpeechRequest } = await load<typeof import('../practice-relay/speech/request.ts')>(
    'practice-relay/speech/request.ts',
  );
  const { sniffReply } = await load<typeof import('../shared/speech/sniff.ts')>('shared/speech/sniff.ts');

  const request = speechRequestSchema.parse({ ...speechRequest(), format: 'made_up' });
  const body = speechBody(request, { model: 'speech-tts-1.0', dialect: DEFAULT_DIALECT });
  expect(body).toMatchObject({ response_format: 'made_up' });
  expect(parseSpeechRequest(body)).toMatchObject({ ok: true, data: { format: 'made_up' } });
  expect(sniffReply(new Uint8Array(20).fill(0x81), 'pcm', false)).toBe('made_up');
});

test('the kind that is only received cannot be requested, and is played from its file', async () => {
  const { speechRequestSchema, speechChunkSchema } =
    await load<typeof import('../shared/contract/speech.ts')>('shared/contract/speech.ts');
  const { sniffReply } = await load<typeof import('../shared/speech/sniff.ts')>('shared/speech/sniff.ts');
  const { createSoundDecoder } = await load<typeof import('../renderer/audio/sound-decoder.ts')>(
    'renderer/audio/sound-decoder.ts',
  );

  expect(speechRequestSchema.safeParse({ ...speechRequest(), format: 'only_received' }).success).toBe(false);
  const bytes = new Uint8Array(20).fill(0x82);
  const format = sniffReply(bytes, 'pcm', false);
  expect(format).toBe('only_received');
  const chunk = speechChunkSchema.parse({ jobId: 'job', index: 0, format, pcmRateHz: 24_000, bytes });

  const { createWorker, workers } = fakeWorkers();
  const decoder = createSoundDecoder(createWorker, true);
  decoder.feed({ takeId: 'take', ...chunk });
  expect(decoder.take('take')).toBeNull();
  expect(await decoder.readPeaks('/media/0', chunk.format)).toBeUndefined();
  expect(workers.flatMap(({ sent }) => sent)).toEqual([]);
  decoder.dispose();
});
