// A page with only a comparison's stage and its worker, driven by its spec.

import type { Navigation } from '../../../renderer/images/compare/compare-input.ts';
import { type CompareStage, createCompareStage } from '../../../renderer/images/compare/compare-stage.ts';
import workerUrl from '../../../renderer/images/compare/compare-worker.ts?worker&url';
import { installTrustedTypesPolicy, startWorker } from '../../../renderer/trusted-types.ts';

/** What the spec uses on the page. */
type ComparePage = {
  stage: CompareStage;
  surface: HTMLElement;
  /** Selects the hand, the zoom tool, or neither. */
  navigateBy: (tool: ReturnType<Navigation['navigates']>) => void;
  /** Adds the stage to the surface; it is already there when the page opens. */
  mount: () => void;
  unmount: () => void;
  violations: string[];
};

declare global {
  interface Window {
    comparePage: ComparePage;
  }
}

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', (event) => {
  violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
});
installTrustedTypesPolicy();
const surface = document.querySelector<HTMLElement>('#surface');
if (surface === null) throw new Error('The page has no surface.');
let navigates: ReturnType<Navigation['navigates']>;
const stage = createCompareStage(() => startWorker(workerUrl), {
  navigates: () => navigates,
  isWheelZoom: () => false,
});
let unmount = stage.mount(surface);
window.comparePage = {
  stage,
  surface,
  navigateBy: (tool) => {
    navigates = tool;
  },
  violations,
  mount: () => {
    unmount = stage.mount(surface);
  },
  unmount: () => unmount(),
};
