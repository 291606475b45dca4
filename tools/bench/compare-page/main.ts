// The page of the comparison benchmark: shows one implementation at a time with the same two pictures, and takes the
// measurements that are possible only in the page.

import { wheelFactor } from '../../../renderer/engines/mask/input/wheel.ts';
import { fitView, panBy, type View, zoomTo } from '../../../renderer/engines/mask/view/view.ts';
import { WHOLE_FRAME } from '../../../renderer/images/compare/compare-geometry.ts';
import { createCompareStage } from '../../../renderer/images/compare/compare-stage.ts';
import workerUrl from '../../../renderer/images/compare/compare-worker.ts?worker&url';
import type { Size } from '../../../shared/images/size.ts';

/** `img`: two image elements under one CSS transform, the upper one clipped at the middle. */
export type ContenderName = 'ours' | 'img';

/** Called by the benchmark. Times are milliseconds. */
type BenchPage = {
  /** Shows both pictures; returns the time until both are visible. */
  mount: (name: ContenderName, urls: readonly [string, string], size: Size) => Promise<number>;
  /** Times between frames, and tasks of over 50 ms, from now on; both lists grow. */
  watch: () => { gaps: number[]; longTasks: number[] };
  /** Time from the latest event until its effect is drawn; for `ours` only. */
  settled: () => Promise<number>;
};

declare global {
  interface Window {
    compareBench: BenchPage;
  }
}

type PolicyFactory = { createPolicy: (name: string, rules: object) => { createScriptURL: (url: string) => string } };
const { trustedTypes } = globalThis as unknown as { trustedTypes: PolicyFactory };
const policy = trustedTypes.createPolicy('app', { createScriptURL: (url: string) => url });

const surface = document.querySelector<HTMLElement>('#surface');
if (surface === null) throw new Error('The page has no surface.');
const stage = createCompareStage(() => new Worker(policy.createScriptURL(workerUrl), { type: 'module' }), {
  navigates: () => undefined,
  isWheelZoom: () => true,
});
let eventMs = 0;
for (const type of ['wheel', 'pointermove']) {
  surface.addEventListener(type, ({ timeStamp }) => {
    eventMs = timeStamp;
  });
}

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

async function mountOurs(place: HTMLElement, [before, after]: readonly [string, string], size: Size): Promise<void> {
  stage.show('source', size);
  stage.lay([{ before: { url: before, place: WHOLE_FRAME }, after: { url: after, place: WHOLE_FRAME } }]);
  stage.mount(place);
  await stage.settled();
}

/** Zoomed and moved with the same mathematics and the same events as `ours`. */
async function mountImages(place: HTMLElement, urls: readonly [string, string], size: Size): Promise<void> {
  const frame = document.createElement('div');
  frame.className = 'frame';
  frame.style.width = `${size.width}px`;
  frame.style.height = `${size.height}px`;
  const [before, after] = urls.map((url) => Object.assign(new Image(), { src: url }));
  if (before === undefined || after === undefined) return;
  frame.append(before, after);
  place.append(frame);
  const viewport = { width: place.clientWidth, height: place.clientHeight };
  let view = fitView(viewport, size);
  const show = (next: View): void => {
    view = next;
    frame.style.transform = `translate(${view.offsetX}px, ${view.offsetY}px) scale(${view.scale})`;
    after.style.clipPath = `inset(0 0 0 ${(viewport.width / 2 - view.offsetX) / view.scale}px)`;
  };
  show(view);
  place.addEventListener('wheel', (event) => {
    const at = { x: event.clientX, y: event.clientY };
    show(zoomTo(view, view.scale * wheelFactor(event.deltaY, false), at, viewport, size));
  });
  place.addEventListener('pointermove', (event) => {
    if (event.buttons !== 0) show(panBy(view, event.movementX, event.movementY, viewport, size));
  });
  await Promise.all([before.decode(), after.decode()]);
  await nextFrame();
  await nextFrame();
}

window.compareBench = {
  mount: async (name, urls, size) => {
    const beganMs = performance.now();
    await (name === 'ours' ? mountOurs : mountImages)(surface, urls, size);
    return performance.now() - beganMs;
  },
  watch: () => {
    const seen = { gaps: [] as number[], longTasks: [] as number[] };
    new PerformanceObserver((list) =>
      seen.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ entryTypes: ['longtask'] });
    let lastMs: number | undefined;
    const tick = (nowMs: number): void => {
      if (lastMs !== undefined) seen.gaps.push(nowMs - lastMs);
      lastMs = nowMs;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    return seen;
  },
  settled: async () => {
    await stage.settled();
    return performance.now() - eventMs;
  },
};
