// A page with only the mask engine, driven by its spec.

import { createMaskEngine } from '../../../renderer/engines/mask/engine.ts';
import type { MaskEngine } from '../../../renderer/engines/mask/engine-api.ts';
import workerUrl from '../../../renderer/engines/mask/mask-worker.ts?worker&url';
import type { KeptTile } from '../../../renderer/engines/mask/raster/kept-tile.ts';
import { TOOLS } from '../../../renderer/engines/mask/tools/all-tools.ts';

/** What the spec uses on the page. */
type MaskPage = {
  engine: MaskEngine;
  /** Opens a picture of one colour, above one of another colour that is seen where the mask covers. */
  openColor: (
    pictureId: string,
    widthPx: number,
    heightPx: number,
    color: string,
    beneathColor?: string,
  ) => Promise<unknown>;
  /**
   * Coverage as a string with one character per pixel, which is passed to the spec much faster than a list; empty if
   * there is none.
   */
  coverage: (pictureId: string) => Promise<string>;
  /** The tiles that the engine has saved, by index. */
  kept: Map<number, KeptTile>;
  /** Opens a picture with all saved tiles. */
  openKept: (pictureId: string, widthPx: number, heightPx: number) => Promise<unknown>;
  crashes: string[];
  /** For each restart of the worker, the number of changes that were lost. */
  restarts: number[];
  workers: Worker[];
  violations: string[];
};

declare global {
  interface Window {
    maskPage: MaskPage;
  }
}

type Policy = { createScriptURL: (url: string) => string };
type PolicyFactory = { createPolicy: (name: string, rules: Policy) => Policy };

const { trustedTypes } = globalThis as unknown as { trustedTypes: PolicyFactory };
const policy = trustedTypes.createPolicy('app', { createScriptURL: (url) => url });
const host = document.querySelector<HTMLElement>('#host');
if (host === null) throw new Error('The page has no host.');
host.tabIndex = 0;

const kept = new Map<number, KeptTile>();
const crashes: string[] = [];
const restarts: number[] = [];
const workers: Worker[] = [];
const violations: string[] = [];
document.addEventListener('securitypolicyviolation', (event) => {
  violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
});
const engine = createMaskEngine({
  host,
  tools: TOOLS,
  createWorker: () => {
    const worker = new Worker(policy.createScriptURL(workerUrl), { type: 'module' });
    workers.push(worker);
    return worker;
  },
  hasSharedMemory: crossOriginIsolated,
  keep: async (_pictureId, tiles) => {
    for (const tile of tiles) kept.set(tile.index, tile);
    return true;
  },
  onRestart: (lostChanges) => restarts.push(lostChanges),
  onCrash: (message) => crashes.push(message),
});

window.maskPage = {
  engine,
  coverage: async (pictureId) => {
    const plane = (await engine.exportCoverage(pictureId)) ?? new Uint8Array();
    return new TextDecoder('x-user-defined').decode(plane);
  },
  kept,
  openKept: (pictureId, widthPx, heightPx) =>
    engine.open({
      pictureId,
      source: new Blob(),
      widthPx,
      heightPx,
      restored: [...kept.values()],
    }),
  openColor: async (pictureId, widthPx, heightPx, color, beneathColor) => {
    const plain = (fill: string): Promise<Blob> => {
      const canvas = new OffscreenCanvas(widthPx, heightPx);
      const context = canvas.getContext('2d');
      if (context !== null) {
        context.fillStyle = fill;
        context.fillRect(0, 0, widthPx, heightPx);
      }
      return canvas.convertToBlob();
    };
    const beneath = beneathColor === undefined ? undefined : await plain(beneathColor);
    return engine.open({ pictureId, source: await plain(color), beneath, widthPx, heightPx });
  },
  crashes,
  restarts,
  workers,
  violations,
};
