// What a pointer event costs while painting, beside other canvases; and how soon it is seen. It must not know the rest of the bench.

import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { type Figure, percentile } from './bench.ts';
import type { ContenderName } from './mask-page/main.ts';

/** Does something with a fresh page of the benchmark. */
export type OnPage = <T>(work: (page: Page) => Promise<T>, deviceScaleFactor?: number) => Promise<T>;

/** Strokes on the mask when it is measured. */
export const STROKES = 200;
const RIVALS: readonly ContenderName[] = ['konva', 'konva cached', 'react-sketch-canvas'];
const CONTENDERS: readonly ContenderName[] = ['ours', ...RIVALS, 'nothing'];
/** Each contender paints so many strokes of so many events, all in turn, so that a slow moment of the computer meets them all. */
const ROUNDS = 2;
const MOVES = 150;
/** Long enough for everything an event sets off. */
const BETWEEN_MOVES_MS = 30;
const FRAME_MS = 1000 / 60;

/** What each pointer event costs the page's own thread, with many strokes and, for ours, with none or on a page that is not isolated. */
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
  /** How many times less ours needs than the best of the others. */
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

/** From a pointer event to the frame that shows it, told one frame later. */
async function measureFrames(page: Page, name: string): Promise<Figure> {
  await page.evaluate((count) => window.bench.mount('ours', count), STROKES);
  const roundTripMs = percentile(await page.evaluate(() => window.bench.roundTrips(50)), 0.5);
  const times = await page.evaluateHandle(() => window.bench.watchFrames());
  await drawStroke(await page.context().newCDPSession(page), 2 * MOVES);
  // The worker answers in the frame after the one that draws.
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

/** Processor time of the page's own thread for each event: in scripts, and in all that is done there. */
type Costs = { scriptUs: number[]; busyUs: number[]; longTasks: number };

/** What one stroke costs on a contender with so many strokes. */
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

/** One stroke by the mouse, told to the browser directly: Playwright's own mouse listens and waits in scripts of the page. */
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
    // Never in step with the frames.
    await setTimeout(BETWEEN_MOVES_MS + ((7 * i) % FRAME_MS));
    await onMoved();
  }
  await send('mouseReleased', 920, 200);
}

/** Processor time the page's own thread has spent so far. */
async function spentUs(session: CDPSession): Promise<{ script: number; busy: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const us = (wanted: string): number => 1e6 * (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN);
  return { script: us('ScriptDuration'), busy: us('TaskDuration') };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
