// The speed of the practice relay, and whether its memory use stays constant. Uses the relay as a separate program,
// over HTTP.

import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { SPEECH_FORMATS } from '../../shared/speech/formats.ts';
import { BUILT_RELAY, type PracticeProgram, startPracticeProgram } from '../../tests/support/practice-program.ts';
import { amount, type Bench, type Figure, percentile, repeat } from './bench.ts';

const RUNS = { warmUps: 2, times: 15 };
const PCM_BYTES_PER_S = 48_000;
const TEXTS = {
  English: {
    voice: 'en_female_amanda_mars_bigtts',
    input: 'Good morning. The studio is open, and everybody is welcome to read a page or two aloud. '.repeat(3),
  },
  Chinese: {
    voice: 'zh_female_cancan_mars_bigtts',
    input: '早上好。录音棚已经开门，欢迎大家进来朗读一两页文字。'.repeat(6),
  },
} as const;

const SIDE_PX = 2048;
/** The marked square in the middle of the picture. */
const HOLE_PX = 512;
const EDITS = {
  erase: 'erase it',
  fill: 'fill with #1e90ff',
  recolour: 'make it red',
  blur: 'blur it',
  grayscale: 'grayscale',
  brighten: 'brighten',
  darken: 'darken',
  replace: 'replace it with image 2',
} as const;

const MANY = amount(500, 5);
/** One in this many requests is an edit. */
const EDIT_EVERY = 5;

/** Measures speech, edits, then the memory use of both. */
export const benchPractice: Bench = async () => {
  const relay = await startPracticeProgram([], BUILT_RELAY);
  try {
    const pictures = await makePictures();
    const figures: Figure[] = [];
    for (const [language, text] of Object.entries(TEXTS)) figures.push(...(await measureSpeech(relay, language, text)));
    figures.push(...(await measureEdits(relay, pictures)));
    figures.push(...(await measureMemory(relay, pictures)));
    return figures;
  } finally {
    await relay.stop();
  }
};

async function measureSpeech(relay: PracticeProgram, language: string, text: object): Promise<Figure[]> {
  const runs = await repeat(RUNS, async () => {
    const began = performance.now();
    const reply = await postSpeech(relay, text);
    let [firstMs, sizeBytes] = [0, 0];
    for await (const chunk of reply.body ?? []) {
      firstMs ||= performance.now() - began;
      sizeBytes += chunk.length;
    }
    const audioMs = (sizeBytes / PCM_BYTES_PER_S) * 1000;
    return { firstMs, timesRealTime: audioMs / (performance.now() - began), audioMs };
  });
  const seconds = (
    percentile(
      runs.map(({ audioMs }) => audioMs),
      0.5,
    ) / 1000
  ).toFixed(0);
  return [
    {
      name: `practice: ${language} speech, times real time`,
      unit: '×',
      samples: runs.map(({ timesRealTime }) => timesRealTime),
      note: `${seconds} s of pcm`,
    },
    { name: `practice: ${language} speech, first byte`, unit: 'ms', samples: runs.map(({ firstMs }) => firstMs) },
  ];
}

type Pictures = { image: Buffer; mask: Buffer };

/** Measures each kind of edit on a noisy picture, jpeg to jpeg, compared with only decoding and encoding it. */
async function measureEdits(relay: PracticeProgram, pictures: Pictures): Promise<Figure[]> {
  const bare = await repeat(RUNS, () =>
    time(async () => {
      const { data, info } = await sharp(pictures.image).raw().toBuffer({ resolveWithObject: true });
      await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
        .jpeg({ quality: 90 })
        .toBuffer();
    }),
  );
  const bareMs = percentile(bare, 0.5);
  const figures: Figure[] = [
    { name: 'practice: bare decode and encode, 2K', unit: 'ms', samples: bare, note: 'the image library alone' },
  ];
  for (const [kind, prompt] of Object.entries(EDITS)) {
    const samples = await repeat(RUNS, () => time(() => postEdit(relay, pictures, prompt)));
    const note = `${(percentile(samples, 0.5) / bareMs).toFixed(1)} × bare`;
    figures.push({ name: `practice: ${kind}, 2K`, unit: 'ms', samples, note });
  }
  return figures;
}

/** Measures the resident memory of the relay after a few requests of every kind, and after many. */
async function measureMemory(relay: PracticeProgram, pictures: Pictures): Promise<Figure[]> {
  const prompts = Object.values(EDITS);
  const request = async (number: number): Promise<void> => {
    if (number % EDIT_EVERY === 0) {
      await postEdit(relay, pictures, prompts[(number / EDIT_EVERY) % prompts.length] ?? '');
    } else {
      const response_format = SPEECH_FORMATS[number % SPEECH_FORMATS.length];
      await (
        await postSpeech(relay, { input: `Request number ${number}, 第${number}个。`, response_format })
      ).arrayBuffer();
    }
  };
  const sample = async (name: string, from: number, to: number): Promise<Figure[]> => {
    for (let number = from; number < to; number++) await request(number);
    const memoryMb = residentMb(relay.child.pid);
    return memoryMb === undefined ? [] : [{ name: `practice: memory ${name}`, unit: 'MB', samples: [memoryMb] }];
  };
  const warm = EDIT_EVERY * prompts.length;
  return [
    ...(await sample(`after ${warm} requests`, 0, warm)),
    ...(await sample(`after ${MANY} more`, warm, warm + MANY)),
  ];
}

/** Returns the resident memory of a process in megabytes; undefined if `ps` does not report it. */
function residentMb(pid: number | undefined): number | undefined {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
  } catch {
    return undefined;
  }
}

async function makePictures(): Promise<Pictures> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const image = await sharp({ create: { width: SIDE_PX, height: SIDE_PX, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
  const margin = (SIDE_PX - HOLE_PX) / 2;
  const mask = await sharp({ create: { width: HOLE_PX, height: HOLE_PX, channels: 4, background: '#0000' } })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#000f' })
    .png()
    .toBuffer();
  return { image, mask };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function postSpeech({ base }: PracticeProgram, fields: object): Promise<Response> {
  const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'speech-tts-1.0', ...fields });
  const reply = await fetch(`${base}/v1/audio/speech`, { method: 'POST', headers, body });
  if (!reply.ok) throw new Error(await reply.text());
  return reply;
}

async function postEdit({ base }: PracticeProgram, { image, mask }: Pictures, prompt: string): Promise<void> {
  const form = new FormData();
  const fields = { model: 'image-edit-5-0-260128', prompt, size: `${SIDE_PX}x${SIDE_PX}`, output_format: 'jpeg' };
  for (const [name, value] of Object.entries({ ...fields, response_format: 'b64_json' })) form.append(name, value);
  for (const _ of [1, 2]) form.append('image', new Blob([new Uint8Array(image)]));
  form.append('mask', new Blob([new Uint8Array(mask)]));
  const headers = { authorization: 'Bearer bench' };
  const reply = await fetch(`${base}/v1/images/edits`, { method: 'POST', headers, body: form });
  if (!reply.ok) throw new Error(await reply.text());
  const { data } = (await reply.json()) as { data: { revised_prompt: string }[] };
  if (/Not done/.test(data[0]?.revised_prompt ?? 'Not done')) throw new Error(data[0]?.revised_prompt);
}
