// Watches, inside the page, how a press of Generate becomes sound. Knows the page's player only by the audio graph it builds.
//
// First sound is the first task that sees a sample other than zero behind the app's live worklet (an analyser listens in
// where the worklet's sound leaves it), or `currentTime` above 0 of the media element that plays a take which was saved
// before its first sample could be played. The audio output's clock drives both, so samples have been consumed by then,
// also where there is no sound card and Chromium plays into its own silent output. The click is the time the browser
// stamped on its event.

import type { Page } from '@playwright/test';
import type { Job } from '../../shared/contract/jobs.ts';

const SOUND_LIMIT_MS = 30_000;

/** When each step was reached, in milliseconds since the click. */
export type Moments = {
  /** The request went onto a socket: main's own clock, to the millisecond. */
  sent: number;
  /** The first bytes of sound reached the page. */
  bytes: number;
  /** The app set its output to play. */
  play: number;
  firstSound: number;
  /** 1 when it was heard live, 0 when from the saved file. */
  isLive: number;
};

/** What `installWatch` leaves on the page's `window`. */
type Watch = {
  /** The moments of the next click; rejects when it is never heard. */
  next: () => Promise<Moments>;
};
declare global {
  interface Window {
    soundWatch?: Watch & { measured?: Promise<Moments> };
  }
}

/** Puts the watch into the page. */
export async function watchSound(page: Page): Promise<void> {
  await page.evaluate(installWatch, SOUND_LIMIT_MS);
}

/** Presses Generate, waits for the first sound, and stops it once the request has ended. @throws when nothing is heard. */
export async function measureFirstSound(page: Page): Promise<Moments> {
  await page.evaluate(() => {
    if (window.soundWatch) window.soundWatch.measured = window.soundWatch.next();
  });
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const moments = await page.evaluate(() => window.soundWatch?.measured);
  if (!moments) throw new Error('The app played silence');
  await page.getByRole('progressbar').waitFor({ state: 'hidden' });
  await page
    .getByRole('region', { name: 'Player' })
    .getByRole('button', { name: /Pause|Play/ })
    .waitFor();
  return moments;
}

/** Runs in the page. */
function installWatch(limitMs: number): void {
  type Step = Exclude<keyof Moments, 'isLive'>;
  let clickedAt = 0;
  /** The same as the time of day, for what main tells. */
  let clickedAtMs = 0;
  let moments = new Map<Step, number>();
  let sound: AnalyserNode | undefined;
  let element: HTMLMediaElement | undefined;
  let finish: (() => void) | undefined;
  const mark = (step: Step): void => {
    if (!moments.has(step)) moments.set(step, performance.now() - clickedAt);
  };

  addEventListener(
    'click',
    (event) => {
      clickedAt = event.timeStamp;
      clickedAtMs = Date.now() - (performance.now() - clickedAt);
      moments = new Map();
      sound = undefined;
      element = undefined;
    },
    { capture: true },
  );

  const bridge = (window as unknown as { studio: { onEvent: (listener: (event: unknown) => void) => void } }).studio;
  bridge.onEvent((event) => {
    const { name, payload } = event as { name: string; payload: Partial<Job> };
    if (name === 'speech.chunkArrived') mark('bytes');
    if (name === 'job.updated' && payload.sentAtMs) moments.set('sent', payload.sentAtMs - clickedAtMs);
  });

  const samples = new Float32Array(2048);
  // A message to oneself is a task of its own, and not slowed down as timers are.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    if (!finish) return;
    sound?.getFloatTimeDomainData(samples);
    const isLive = sound !== undefined && samples.some((sample) => sample !== 0);
    if (!isLive && !element?.currentTime) return port2.postMessage(null);
    mark('firstSound');
    finish();
  };
  const { connect } = AudioNode.prototype;
  const listenIn = function (this: AudioNode, ...given: unknown[]): unknown {
    if (this instanceof AudioWorkletNode) {
      mark('play');
      sound = new AnalyserNode(this.context);
      Reflect.apply(connect, this, [sound]);
      port2.postMessage(null);
    }
    return Reflect.apply(connect, this, given);
  };
  AudioNode.prototype.connect = listenIn as typeof connect;
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    mark('play');
    element = this;
    port2.postMessage(null);
    return play.call(this);
  };

  window.soundWatch = {
    next: () =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error('Nothing was heard')), limitMs);
        finish = () => {
          clearTimeout(limit);
          finish = undefined;
          resolve({ ...Object.fromEntries(moments), isLive: sound === undefined ? 0 : 1 } as Moments);
        };
      }),
  };
}
