// A page with parts of the mask engine by themselves, driven by their specs: what listens to pointers, and the worker at the end of its line.

import {
  createPointerInput,
  type InputHandlers,
  type PointerInput,
} from '../../../renderer/mask/input/pointer-input.ts';
import workerUrl from '../../../renderer/mask/mask-worker.ts?worker&url';
import type { FromWorker, ToWorker } from '../../../renderer/mask/protocol.ts';
import { createWorkerClient, type WorkerClient } from '../../../renderer/mask/worker-client.ts';

/** What was called, with what. */
type Call = { [N in keyof InputHandlers]: [name: N, ...values: Parameters<InputHandlers[N]>] }[keyof InputHandlers];

/** A worker that is sent messages as they are. */
type BareWorker = {
  send: (...messages: readonly ToWorker[]) => void;
  /** Everything it has said. */
  said: FromWorker[];
  /** The answer to a request, once it comes. */
  answerTo: (request: number) => Promise<FromWorker>;
  errors: string[];
};

type MaskPartsPage = {
  /** Twice as many device pixels as CSS pixels. */
  input: PointerInput;
  /** Calls since the last time this was asked, but for where the pointer hovers. */
  takeCalls: () => Call[];
  /** What a press would do, as it was last said. */
  purpose: () => string | undefined;
  startWorker: () => BareWorker;
  startClient: () => { client: WorkerClient; told: string[] };
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
const input = createPointerInput(surface, () => 2 * surface.clientWidth, {
  begin: (...values) => calls.push(['begin', ...values]),
  move: (...values) => calls.push(['move', ...values]),
  end: () => calls.push(['end']),
  cancel: () => calls.push(['cancel']),
  pan: (...values) => calls.push(['pan', ...values]),
  zoom: (...values) => calls.push(['zoom', ...values]),
  doubleClick: () => calls.push(['doubleClick']),
  isKeyboardUsed: () => false,
  hover: (_at, next) => {
    purpose = next;
  },
});

function startWorker(): BareWorker {
  const worker = newWorker();
  const said: FromWorker[] = [];
  const errors: string[] = [];
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => said.push(data));
  worker.addEventListener('error', ({ message }) => errors.push(message));
  const answerTo = (request: number): Promise<FromWorker> =>
    new Promise((resolve) => {
      const look = (): boolean => {
        const answer = said.find((message) => 'request' in message && message.request === request);
        if (answer !== undefined) resolve(answer);
        return answer !== undefined;
      };
      if (!look()) worker.addEventListener('message', look);
    });
  return {
    send: (...messages) => {
      for (const message of messages) worker.postMessage(message);
    },
    said,
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
  startWorker,
  startClient: () => {
    const told: string[] = [];
    const client = createWorkerClient(newWorker(), {
      onState: () => told.push('state'),
      onProgress: () => told.push('progress'),
      onUnsaved: () => told.push('unsaved'),
      onError: (message) => told.push(message),
    });
    return { client, told };
  },
};
