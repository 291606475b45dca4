// The cost of a pointer event while painting, compared with other canvases, and the time until it is visible.
// Independent of the other benchmarks.

import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { amount, type Figure, percentile } from './bench.ts';
import type { ContenderName } from './mask-page/main.ts';

/** Calls `work` with a new page of the benchmark. */
export type OnPage = <T>(work: (page: Page) => Promise<T>, deviceScaleFactor?: number) => Promise<T>;

/** Number of strokes on the mask during the measurement. */
export const STROKES = amount(200, 5);
const RIVALS: readonly ContenderName[] = ['konva', 'konva cached', 'react-sketch-canvas'];
const CONTENDERS: readonly ContenderName[] = ['ours', ...RIVALS, 'nothing'];
/**
 * Each implementation paints `ROUNDS` strokes of `MOVES` events, in turn, so that a slow moment of the computer affects
 * all of them.
 */
const ROUNDS = 2;
const MOVES = amount(150, 5);
/** Long enough for everything that an event triggers. */
const BETWEEN_MOVES_MS = 30;
const FRAME_MS = 1000 / 60;

/**
 * Measures the time on the page's own thread per pointer event, with many strokes and, for `ours`, with none or on a
 * page that is not isolated.
 */
export async function measureEvents(onPage: OnPage, onUnisolated: OnPage): Promise<Figure[]> {
  const rounds: Map<ContenderName, Costs>[] = [];
  const unpainted: Costs[] = [];
  const unshared: Costs[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const costs = new Map<ContenderName, Costs>();
    for (const name of CONTENDERS) costs.set(name, await onPage((page) => paintOn(page, name, STROKES)));
    rounds.push(costs);
    unpainted.push(await onPage((page) => paintOn(page, 'ours', 0)));
    unshared.push(await onUnisolated((page) => paintOn(page, 'ours', STROKES)));
  }
  const all = (name: ContenderName, what: 'scriptUs' | 'busyUs'): number[] =>
    rounds.flatMap((costs) => costs.get(name)?.[what] ?? []);
  /** How many times less time `ours` needs than the best of the others. */
  const lead = (of: (name: ContenderName) => number): number => Math.min(...RIVALS.map(of)) / of('ours');
  const leads = rounds.map((costs) => lead((name) => mean(costs.get(name)?.scriptUs ?? [])));
  const p95Lead = lead((name) => percentile(all(name, 'scriptUs'), 0.95));
  const busyLead = lead((name) => mean(all(name, 'busyUs')) - mean(all('nothing', 'busyUs')));
  const longTasks = (name: ContenderName): number =>
    rounds.reduce((sum, costs) => sum + (costs.get(name)?.longTasks ?? 0), 0);
  return [
    ...CONTENDERS.map((name): Figure => {
      const scriptUs = all(name, 'scriptUs');
      const facts = [
        `mean ${mean(scriptUs).toFixed(0)} µs; thread busy ${mean(all(name, 'busyUs')).toFixed(0)} µs, ${longTasks(name)} tasks over 50 ms`,
        ...(name === 'ours'
          ? [
              `${leads.map((each) => each.toFixed(1)).join(' and ')} × less script than the best (${p95Lead.toFixed(1)} × at p95), ${busyLead.toFixed(1)} × less in all beyond an empty page`,
            ]
          : []),
      ];
      return { name: `mask: script per event, ${name}`, unit: 'µs', samples: scriptUs, note: facts.join('; ') };
    }),
    {
      name: 'mask: script per event, ours without strokes',
      unit: 'µs',
      samples: unpainted.flatMap(({ scriptUs }) => scriptUs),
      note: `with ${STROKES} strokes ${(mean(all('ours', 'scriptUs')) / mean(unpainted.flatMap(({ scriptUs }) => scriptUs))).toFixed(2)} ×`,
    },
    {
      name: 'mask: script per event, ours without shared memory',
      unit: 'µs',
      samples: unshared.flatMap(({ scriptUs }) => scriptUs),
    },
    await onPage((page) => measureFrames(page, 'mask: pointer until drawn')),
    await onUnisolated((page) => measureFrames(page, 'mask: pointer until drawn, without shared memory')),
  ];
}

/** Time from a pointer event to the frame that shows it, which is reported one frame later. */
async function measureFrames(page: Page, name: string): Promise<Figure> {
  await page.evaluate((count) => window.bench.mount('ours', count), STROKES);
  const roundTripMs = percentile(await page.evaluate(() => window.bench.roundTrips(50)), 0.5);
  const times = await page.evaluateHandle(() => window.bench.watchFrames());
  await drawStroke(await page.context().newCDPSession(page), 2 * MOVES);
  // The worker responds in the frame after the one that draws.
  const frames = (await times.jsonValue()).map((ms) => ms - FRAME_MS - roundTripMs);
  const late = frames.filter((ms) => ms > FRAME_MS).length;
  return {
    name,
    unit: 'ms',
    samples: frames,
    aim: Math.ceil(FRAME_MS),
    aimShare: 0.99,
    note: `${(100 * (1 - late / frames.length)).toFixed(1)} % of ${frames.length} in the next frame; without the probe’s message, ${roundTripMs.toFixed(1)} ms`,
  };
}

/** Processor time of the page's own thread per event: in scripts, and in total. */
type Costs = { scriptUs: number[]; busyUs: number[]; longTasks: number };

/** Measures one stroke on an implementation with that many strokes. */
async function paintOn(page: Page, name: ContenderName, strokes: number): Promise<Costs> {
  await page.evaluate(([contender, count]) => window.bench.mount(contender, count), [name, strokes] as const);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const longTasks = await page.evaluateHandle(() => window.bench.watchLongTasks());
  const costs: Costs = { scriptUs: [], busyUs: [], longTasks: 0 };
  let before = await spentUs(session);
  await drawStroke(session, MOVES, async () => {
    const after = await spentUs(session);
    costs.scriptUs.push(after.script - before.script);
    costs.busyUs.push(after.busy - before.busy);
    before = after;
  });
  return { ...costs, longTasks: (await longTasks.jsonValue()).length };
}

/** Draws one stroke with the mouse, sent to the browser directly: Playwright's own mouse runs scripts in the page. */
async function drawStroke(
  session: CDPSession,
  moves: number,
  onMoved: () => Promise<void> = async () => undefined,
): Promise<void> {
  const send = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', x: number, y: number): Promise<unknown> =>
    session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 });
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 200, y: 200 });
  await send('mousePressed', 200, 200);
  for (let i = 0; i < moves; i++) {
    await send('mouseMoved', 200 + (720 * i) / moves, 200 + 80 * Math.sin((13 * i) / moves));
    // Never synchronous with the frames.
    await setTimeout(BETWEEN_MOVES_MS + ((7 * i) % FRAME_MS));
    await onMoved();
  }
  await send('mouseReleased', 920, 200);
}

/** Processor time of the page's own thread so far. */
async function spentUs(session: CDPSession): Promise<{ script: number; busy: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const us = (wanted: string): number => 1e6 * (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN);
  return { script: us('ScriptDuration'), busy: us('TaskDuration') };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
