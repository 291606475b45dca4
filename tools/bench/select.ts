// How many strokes a selection takes beside OpenCV's GrabCut, which gets the same person's strokes; how good its border is;
// and how long a person waits at 24 MP.

import sharp from 'sharp';
import { finish } from '../../renderer/engines/mask/painting/operation.ts';
import { createTileStore, type Rect, readCoverage, type TileStore } from '../../renderer/engines/mask/raster/tiles.ts';
import { createSelector, type Selector } from '../../renderer/engines/mask/select/selector.ts';
import { amount, type Bench, type Figure } from './bench.ts';
import { loadOpenCv } from './erase/opencv.ts';
import { type Case, makeCases, SIZE } from './select/cases.ts';
import { startGrabCut } from './select/grabcut.ts';
import { borderScore, nextStroke, overlapOf, type Stroke } from './select/person.ts';
import { type Selected, writeSheet } from './select/sheet.ts';
import type { Raster } from './trust/pictures.ts';

const ENOUGH = 0.9;
const MOST_STROKES = 10;
const BORDER_WITHIN_PX = 3;
const LARGE = { width: 6000, height: 4000 };
const SHEET = 'screenshots/select.png';

/**
 * Selects the things of 40 pictures. `--cases=N`: of N of each half; `--clicks=1`: by clicks instead of strokes; `--peer=0`:
 * without GrabCut; `--sheet=1`: writes a sheet of the selections.
 */
export const benchSelect: Bench = async (flags) => {
  const count = flags.get('cases') ?? amount(20, 1);
  const isClick = flags.get('clicks') === 1;
  const cv = flags.get('peer') === 0 ? undefined : await loadOpenCv();
  const ours: Outcome[] = [];
  const theirs: Outcome[] = [];
  const sheet: Selected[] = [];
  let largest: Case | undefined;
  for await (const one of makeCases(count)) {
    largest ??= one;
    const outcome = tryOurs(one, isClick);
    ours.push(outcome);
    const score = `${outcome.strokes.length} strokes, overlap ${outcome.overlap.toFixed(3)}, border ${outcome.border.toFixed(3)}`;
    sheet.push({ ...outcome, picture: one.picture, label: `${one.name}: ${score}` });
    console.error(`  ${one.name}: ${score}, ${outcome.timesMs.map((ms) => ms.toFixed(0)).join(' ')} ms`);
    if (cv === undefined) continue;
    const cut = startGrabCut(cv, one.picture);
    const peer = tryStrokes(one, isClick, cut.stroke);
    cut.dispose();
    theirs.push(peer);
    console.error(
      `    GrabCut: ${peer.strokes.length} strokes, ${peer.overlap.toFixed(3)}, ${peer.timesMs.map((ms) => ms.toFixed(0)).join(' ')} ms`,
    );
  }
  if (flags.get('sheet') === 1) await writeSheet(sheet, SHEET);
  return [
    ...figuresOf('select', ours),
    ...(theirs.length > 0 ? figuresOf('select, GrabCut', theirs) : []),
    ...(largest === undefined ? [] : await measureLarge(largest)),
  ];
};

type Outcome = {
  isHeldOut: boolean;
  strokes: Stroke[];
  timesMs: number[];
  overlap: number;
  border: number;
  coverage: Uint8Array;
};

function tryStrokes(one: Case, isClick: boolean, apply: (stroke: Stroke) => Uint8Array): Outcome {
  const truth = { ...SIZE, data: one.alpha };
  const strokes: Stroke[] = [];
  const timesMs: number[] = [];
  let coverage: Uint8Array = new Uint8Array(one.alpha.length);
  while (strokes.length < MOST_STROKES && overlapOf(one.alpha, coverage) < ENOUGH) {
    const stroke = nextStroke(truth, coverage, isClick);
    if (stroke === undefined) break;
    strokes.push(stroke);
    const began = performance.now();
    coverage = apply(stroke);
    timesMs.push(performance.now() - began);
  }
  const [overlap, border] = [overlapOf(one.alpha, coverage), borderScore(truth, coverage, BORDER_WITHIN_PX)];
  return { isHeldOut: one.isHeldOut, strokes, timesMs, overlap, border, coverage };
}

function tryOurs(one: Case, isClick: boolean): Outcome {
  const store = createTileStore(SIZE.width, SIZE.height);
  const selector = selectorOf(one.picture);
  return tryStrokes(one, isClick, (stroke) => {
    apply(store, selector, stroke, () => undefined);
    return readCoverage(store);
  });
}

/** Makes a stroke as the worker does. @param onStep called after each step with its time */
function apply(store: TileStore, selector: Selector, { isAdding, points }: Stroke, onStep: (ms: number) => void): void {
  const [first, ...rest] = points;
  if (first === undefined) return;
  const gesture = selector.begin(store, isAdding ? 'paint' : 'erase', 'stroke', first);
  for (const point of rest) {
    const began = performance.now();
    gesture.move([point]);
    gesture.preview();
    onStep(performance.now() - began);
  }
  for (const [index, tile] of finish(gesture.finish())) store.tiles[index] = tile;
}

function selectorOf({ data, width, height }: Raster): Selector {
  const part = ({ left, top, right, bottom }: Rect): Uint8ClampedArray => {
    const rgba = new Uint8ClampedArray(4 * (right - left) * (bottom - top)).fill(255);
    for (let y = top, to = 0; y < bottom; y++) {
      for (let from = 3 * (y * width + left); from < 3 * (y * width + right); from += 3, to += 4) {
        for (let c = 0; c < 3; c++) rgba[to + c] = data[from + c] ?? 0;
      }
    }
    return rgba;
  };
  const read = (top: number, count: number) => part({ left: 0, top, right: width, bottom: top + count });
  return finish(createSelector({ widthPx: width, heightPx: height, read }, { width, height }, part));
}

function figuresOf(name: string, all: readonly Outcome[]): Figure[] {
  const sets = [
    [name, all.filter(({ isHeldOut }) => !isHeldOut)],
    [`${name}, held out`, all.filter(({ isHeldOut }) => isHeldOut)],
  ] as const;
  return sets.flatMap(([set, some]): Figure[] => {
    if (some.length === 0) return [];
    const enough = some.filter(({ overlap }) => overlap >= ENOUGH).length;
    const note = `${enough} of ${some.length} reach ${ENOUGH}`;
    return [
      { name: `${set}: strokes`, unit: 'times', samples: some.map(({ strokes }) => strokes.length), aim: 3, note },
      { name: `${set}: overlap`, unit: '×', samples: some.map(({ overlap }) => overlap) },
      { name: `${set}: border within 3 px`, unit: '×', samples: some.map(({ border }) => border) },
      { name: `${set}: time of a stroke`, unit: 'ms', samples: some.flatMap(({ timesMs }) => timesMs) },
    ];
  });
}

/** The same at 24 MP: looking at the picture, each step of a stroke, its end, and what is kept. */
async function measureLarge({ picture, alpha }: Case): Promise<Figure[]> {
  const { width, height } = LARGE;
  const data = await sharp(picture.data, { raw: { ...SIZE, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const large = { data: new Uint8Array(data), width, height };
  const kept = (): number => {
    globalThis.gc?.();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    return arrayBuffers + heapUsed;
  };
  const before = kept();
  const began = performance.now();
  const selector = selectorOf(large);
  const look = performance.now() - began;
  const memory = (kept() - before) / 2 ** 20;
  const steps: number[] = [];
  const ends: number[] = [];
  const stroke = nextStroke({ ...SIZE, data: alpha }, new Uint8Array(alpha.length), false);
  const points = (stroke?.points ?? []).map(({ x, y }) => ({
    x: (x * width) / SIZE.width,
    y: (y * height) / SIZE.height,
  }));
  for (let run = 0; run < amount(6, 1); run++) {
    const store = createTileStore(width, height);
    const start = performance.now();
    const mine: number[] = [];
    apply(store, selector, { isAdding: true, points }, (ms) => mine.push(ms));
    ends.push(performance.now() - start - mine.reduce((sum, ms) => sum + ms, 0));
    steps.push(...mine);
  }
  return [
    { name: 'select, 24 MP: looking at the picture', unit: 'ms', samples: [look] },
    { name: 'select, 24 MP: a step of a stroke', unit: 'ms', samples: steps, aim: 50, aimShare: 0.95 },
    { name: 'select, 24 MP: the end of a stroke', unit: 'ms', samples: ends, aim: 300, aimShare: 0.95 },
    { name: 'select, 24 MP: memory', unit: 'MB', samples: [memory], aim: 60 },
  ];
}
