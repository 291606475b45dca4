// A page with nothing but the mask engine, driven by its spec.

import { createMaskEngine, type MaskEngine } from '../../../renderer/mask/engine.ts';
import workerUrl from '../../../renderer/mask/mask-worker.ts?worker&url';

/** What the spec reaches on the page. */
type MaskPage = {
  engine: MaskEngine;
  /** Opens a picture of one colour. */
  openColor: (pictureId: string, widthPx: number, heightPx: number, color: string) => Promise<unknown>;
  crashes: string[];
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

const crashes: string[] = [];
const violations: string[] = [];
document.addEventListener('securitypolicyviolation', (event) => {
  violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
});
const engine = createMaskEngine({
  host,
  createWorker: () => new Worker(policy.createScriptURL(workerUrl), { type: 'module' }),
  onCrash: (message) => crashes.push(message),
});

window.maskPage = {
  engine,
  openColor: (pictureId, widthPx, heightPx, color) => {
    const canvas = new OffscreenCanvas(widthPx, heightPx);
    const context = canvas.getContext('2d');
    if (context !== null) {
      context.fillStyle = color;
      context.fillRect(0, 0, widthPx, heightPx);
    }
    return engine.open({ pictureId, source: canvas.transferToImageBitmap(), widthPx, heightPx });
  },
  crashes,
  violations,
};
