import { describe, expect, it } from 'vitest';
import { planWire } from '../../../shared/images/wire-geometry.ts';
import { boxMask, render, waves } from '../../testing/test-pictures.ts';
import { sceneOf } from './alignment/scene.ts';
import type { Checkpoint } from './checkpoint.ts';
import { annotateRegion } from './compositing/annotate.ts';
import { makePatch } from './compositing/composite.ts';
import { growAndFeather } from './compositing/feather.ts';
import { ringAround } from './compositing/seam-ring.ts';
import { NO_DISPLACEMENT } from './resampling/placement.ts';
import { toWireCoverage } from './resampling/wire-mask.ts';

/** Tall, so that rows are many and cheap. */
const size = { width: 24, height: 1600 };
const half = { width: 12, height: 800 };
const mask = boxMask(size.width, size.height, { x: 6, y: 20, w: 12, h: 1560 });
const source = render(size.width, size.height, waves(2));
const result = render(half.width, half.height, waves(1));
const place = { x: 0, y: 0, ...half };
const placement = { place, size, displacement: NO_DISPLACEMENT };

/** All work on rows that a person may cancel. */
const WORK: Record<string, (checkpoint: Checkpoint) => Promise<unknown>> = {
  'growing a mask': (checkpoint) => growAndFeather(mask, 3, 0, checkpoint),
  'feathering a mask': (checkpoint) => growAndFeather(mask, 0, 3, checkpoint),
  'the ring around a mask': (checkpoint) => ringAround(mask, checkpoint),
  'the mask that is sent': (checkpoint) => toWireCoverage(mask, planWire(size, half), true, checkpoint),
  'preparing to compare': (checkpoint) => sceneOf(source, result, mask, place, checkpoint),
  'laying over': (checkpoint) => makePatch(source, result, mask, { placement, match: null, grain: null }, checkpoint),
  'marking a region': (checkpoint) => annotateRegion({ ...source, data: source.data.slice() }, mask, checkpoint),
};

/** Few enough that a strip of the largest picture takes milliseconds. */
const MAX_ROWS = 64;

/** A checkpoint that is counted, and that rejects the last one it allows. */
function counting(most = Number.POSITIVE_INFINITY): { checkpoint: Checkpoint; count: () => number } {
  let count = 0;
  const pause = async (): Promise<void> => {
    count += 1;
    if (count >= most) throw new Error('cancelled');
  };
  const waitFor = <T>(elsewhere: Promise<T>): Promise<T> => elsewhere;
  return { checkpoint: Object.assign(pause, { waitFor }), count: () => count };
}

describe.each(Object.entries(WORK))('%s', (_name, work) => {
  it('can be cancelled every few rows', async () => {
    const { checkpoint, count } = counting();
    await work(checkpoint);
    const every = Math.floor(half.height / MAX_ROWS);
    expect(count()).toBeGreaterThanOrEqual(every);
    for (const at of [1, Math.floor(every / 2), every]) {
      const stopped = counting(at);
      await expect(work(stopped.checkpoint)).rejects.toThrow('cancelled');
      expect(stopped.count()).toBe(at);
    }
  });
});
