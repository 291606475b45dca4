// A page with separate parts of the mask engine, driven by their specs: the pointer input, and the worker with its
// client.

import {
  createPointerInput,
  type InputHandlers,
  type PointerInput,
  type PressPurpose,
} from '../../../renderer/engines/mask/input/pointer-input.ts';
import workerUrl from '../../../renderer/engines/mask/mask-worker.ts?worker&url';
import type { FromWorker, ToWorker } from '../../../renderer/engines/mask/protocol.ts';
import { createWorkerClient, type WorkerClient } from '../../../renderer/engines/mask/worker-client.ts';

/** The name and the arguments of a call. */
type Call = { [N in keyof InputHandlers]: [name: N, ...values: Parameters<InputHandlers[N]>] }[keyof InputHandlers];

/** A worker without its client. */
type BareWorker = {
  send: (...messages: readonly ToWorker[]) => void;
  /** All messages that it has sent. */
  received: FromWorker[];
  /** The answer to a request, as soon as it arrives. */
  answerTo: (request: number) => Promise<FromWorker>;
  errors: string[];
};

type MaskPartsPage = {
  /** With two device pixels per CSS pixel. */
  input: PointerInput;
  /** The calls since the last time, without `hover`. */
  takeCalls: () => Call[];
  /** What a press would do, as last reported. */
  purpose: () => string | undefined;
  /** Sets what a plain press and the plain wheel do. */
  choose: (tool: PressPurpose, isWheelZoom: boolean) => void;
  /** The ways of the pointer while it resized the brush, since the last time. */
  takeResized: () => number[];
  startWorker: () => BareWorker;
  startClient: () => { client: WorkerClient; reported: string[] };
};

declare global {
  interface Window {
    maskParts: MaskPartsPage;
  }
}

type Policy = { createScriptURL: (url: string) => string };
type PolicyFactory = { createPolicy: (name: string, rules: Policy) => Policy };
const { trustedTypes } = globalThis as unknown as { trustedTypes: PolicyFactory };
const policy = trustedTypes.createPolicy('app', { createScriptURL: (url) => url });
const newWorker = (): Worker => new Worker(policy.createScriptURL(workerUrl), { type: 'module' });

const surface = document.querySelector<HTMLElement>('#surface');
if (surface === null) throw new Error('The page has no surface.');

let calls: Call[] = [];
let purpose: string | undefined;
let tool: PressPurpose = 'draw';
let isWheelZoom = false;
let resized: number[] = [];
const input = createPointerInput(surface, () => 2 * surface.clientWidth, {
  begin: (...values) => calls.push(['begin', ...values]),
  move: (...values) => calls.push(['move', ...values]),
  end: () => calls.push(['end']),
  cancel: () => calls.push(['cancel']),
  pan: (...values) => calls.push(['pan', ...values]),
  zoom: (...values) => calls.push(['zoom', ...values]),
  stepZoom: (...values) => calls.push(['stepZoom', ...values]),
  isWheelZoom: () => isWheelZoom,
  purposeAt: () => tool,
  resizeBrush: () => (byPx) => resized.push(byPx),
  doubleClick: (...values) => calls.push(['doubleClick', ...values]),
  isKeyboardUsed: () => false,
  hover: (_at, next) => {
    purpose = next;
  },
});

function startWorker(): BareWorker {
  const worker = newWorker();
  const received: FromWorker[] = [];
  const errors: string[] = [];
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => received.push(data));
  worker.addEventListener('error', ({ message }) => errors.push(message));
  const answerTo = (request: number): Promise<FromWorker> =>
    new Promise((resolve) => {
      const look = (): boolean => {
        const answer = received.find((message) => 'request' in message && message.request === request);
        if (answer !== undefined) resolve(answer);
        return answer !== undefined;
      };
      if (!look()) worker.addEventListener('message', look);
    });
  return {
    send: (...messages) => {
      for (const message of messages) worker.postMessage(message);
    },
    received,
    answerTo,
    errors,
  };
}

window.maskParts = {
  input,
  takeCalls: () => {
    const taken = calls;
    calls = [];
    return taken;
  },
  purpose: () => purpose,
  choose: (nextTool, nextWheel) => {
    tool = nextTool;
    isWheelZoom = nextWheel;
  },
  takeResized: () => {
    const taken = resized;
    resized = [];
    return taken;
  },
  startWorker,
  startClient: () => {
    const reported: string[] = [];
    const createCanvas = (): OffscreenCanvas => new OffscreenCanvas(1, 1);
    const parts = { createWorker: newWorker, createCanvas, hasSharedMemory: false };
    const client = createWorkerClient(parts, {
      onState: () => reported.push('state'),
      onProgress: () => reported.push('progress'),
      save: async () => {
        reported.push('unsaved');
        return true;
      },
      onRestart: () => reported.push('restart'),
      onEnd: (message) => reported.push(message),
    });
    return { client, reported };
  },
};
