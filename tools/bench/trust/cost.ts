// The cost of a protected picture at large sizes, compared with plain compositing by sharp: time, memory, and whether
// the page stays responsive.

import sharp from 'sharp';
import type { Size } from '../../../shared/images/size.ts';
import { planWire, type WirePlan } from '../../../shared/images/wire-geometry.ts';
import { amount, type Figure, isTrial, percentile, repeat } from '../bench.ts';
import { makePicture } from './pictures.ts';
import { type Displace, displaced, fileOf, noisy, pasted } from './replies.ts';
import { MENDED } from './run-cases.ts';
import type { WorkerPages } from './worker-page.ts';

const SIZES = [
  { name: '4K', width: 3840, height: 2160, aim: 1800, times: 5 },
  { name: '8K', width: 7680, height: 4320, aim: 5000, times: 2 },
] as const;
/** The largest picture that a relay returns. */
const MAX_WIRE = { width: 3840, height: 2160 } as const;
/**
 * Deviation of the grain in every picture, in levels: a photograph has some, and it determines the work of encoders and
 * decoders.
 */
const GRAIN = 2;

const CANCELS = amount(24, 1);
/** When a composite is cancelled, as fractions of its duration: often enough to meet every step of it. */
const CANCELLED_AT = Array.from({ length: CANCELS }, (_, i) => (i + 0.5) / CANCELS);

/** All figures, one size after the other. */
export async function measureCosts(pages: WorkerPages): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of isTrial ? SIZES.slice(0, 1) : SIZES) figures.push(...(await measureCost(pages, size)));
  return figures;
}

async function measureCost(pages: WorkerPages, size: (typeof SIZES)[number]): Promise<Figure[]> {
  const { name, aim, times } = size;
  const { plan, files } = await makeFiles(size);
  const page = await pages.open();
  const [cold] = await repeat({ warmUps: 0, times: 1 }, () => page.composite(files, { plan, ...MENDED }));
  const runs = await repeat({ warmUps: 0, times }, () => page.composite(files, { plan, ...MENDED }));
  const peak = await page.peakBytes();
  const wholeMs = percentile(
    runs.map(({ elapsedMs }) => elapsedMs),
    0.5,
  );
  const cancelled: number[] = [];
  for (const share of CANCELLED_AT) {
    cancelled.push(await page.cancelComposite(files, { plan, ...MENDED }, share * wholeMs));
  }
  await page.close();
  const plain = await repeat({ warmUps: 1, times }, () => layOverPlainly(files, size));
  const samples = runs.map(({ elapsedMs }) => elapsedMs);
  const ratio = percentile(samples, 0.5) / percentile(plain, 0.5);
  const megabytes = peak === undefined ? '' : `, ${Math.round(peak / 1e6)} MB at most in the page's process`;
  return [
    {
      name: `trust: protected picture, ${name}`,
      unit: 'ms',
      samples,
      aim,
      note: `JPEG in, PNG out, compared, proven; the first ${Math.round(cold?.elapsedMs ?? 0)} ms; ${ratio.toFixed(2)} of sharp's time${megabytes}`,
    },
    {
      name: `trust: plain composite by sharp, ${name}`,
      unit: 'ms',
      samples: plain,
      note: 'nothing compared or proven',
    },
    {
      name: `trust: longest pause of the page, ${name}`,
      unit: 'ms',
      samples: runs.map(({ longestPauseMs }) => longestPauseMs),
      aim: 50,
      note: `meanwhile; ${runs.reduce((sum, { longTasks }) => sum + longTasks, 0)} long tasks`,
    },
    {
      name: `trust: longest wait for a frame, ${name}`,
      unit: 'ms',
      samples: runs.map(({ longestFrameMs }) => longestFrameMs),
      note: 'meanwhile',
    },
    {
      name: `trust: worker free after a cancel, ${name}`,
      unit: 'ms',
      samples: cancelled,
      aim: 150,
      note: `at most ${Math.round(Math.max(...cancelled))} ms; the caller goes on at once`,
    },
  ];
}

type Files = { source: Uint8Array; result: Uint8Array; coverage: Uint8Array };

async function makeFiles({ width, height }: Size): Promise<{ plan: WirePlan; files: Files }> {
  const small = await makePicture('photo', 1920, 1080, 7);
  const source = noisy(
    displaced(small, width, height, () => [0, 0]),
    GRAIN,
    1,
  );
  const edit = await makePicture('graphic', 1920, 1080, 8);
  const wire = width > MAX_WIRE.width ? MAX_WIRE : { width, height };
  // Moved, enlarged, rotated and drifting: the dearest that is brought back.
  const drift: Displace = (x, y) => [
    9.3 + 0.012 * (x - width / 2) - 0.004 * (y - height / 2) + 2.5 * Math.sin((5 * y) / height),
    -6.8 + 0.012 * (y - height / 2) + 0.004 * (x - width / 2) + 2.5 * Math.cos((5 * x) / width),
  ];
  const reply = displaced(pasted(source, edit, { x: 0.5, y: 0.5, rx: 0.15, ry: 0.2 }), wire.width, wire.height, drift);
  const coverage = Uint8Array.from({ length: width * height }, (_, i) =>
    Math.hypot((i % width) / width - 0.5, Math.floor(i / width) / height - 0.5) < 0.2 ? 255 : 0,
  );
  const files = { source: await fileOf(source, 92), result: await fileOf(reply, 92), coverage };
  return { plan: planWire({ width, height }, wire), files };
}

/** The time to composite two files and write a PNG as fast as sharp can. @returns milliseconds */
async function layOverPlainly({ source, result, coverage }: Files, { width, height }: Size): Promise<number> {
  const startMs = performance.now();
  const over = await sharp(result)
    .resize(width, height, { fit: 'fill' })
    .joinChannel(Buffer.from(coverage.buffer, coverage.byteOffset, coverage.byteLength), {
      raw: { width, height, channels: 1 },
    })
    .raw()
    .toBuffer();
  await sharp(source)
    .composite([{ input: over, raw: { width, height, channels: 4 } }])
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
  return performance.now() - startMs;
}
