// Measures, inside the page, the time from a click on Generate to sound. Uses only the audio graph of the page's player.
//
// First sound is the first task that sees a sample other than zero behind the app's live worklet (an analyser listens in
// where the newest worklet's sound leaves it), or `currentTime` above 0 of the media element that plays a take which was saved
// before its first sample could be played. The audio output's clock drives both, so samples have been consumed by then,
// also where there is no sound card and Chromium plays into its own silent output. The click is the time the browser
// stamped on its event.

import type { Page } from '@playwright/test';
import type { Job } from '../../shared/contract/jobs.ts';

const SOUND_LIMIT_MS = 30_000;

/** The time of each step, in milliseconds since the click. */
export type Moments = {
  /** The request was sent on a socket: main's own clock, in whole milliseconds. */
  sent: number;
  /** The first bytes of sound reached the page. */
  bytes: number;
  /** The app gave the sound to its output. */
  play: number;
  firstSound: number;
  /** 1 if it was played live, 0 if from the saved file. */
  isLive: number;
};

/** Set by `installWatch` on the page's `window`. */
type Watch = {
  /** Resolves to the times of the next click; rejects if it results in no sound. */
  next: () => Promise<Moments>;
};
declare global {
  interface Window {
    soundWatch?: Watch & { measured?: Promise<Moments> };
  }
}

/** Installs the measurement in the page. */
export async function watchSound(page: Page): Promise<void> {
  await page.evaluate(installWatch, SOUND_LIMIT_MS);
}

/**
 * Clicks Generate, waits for the first sound, and stops it when the request has ended. @throws if there is no sound.
 */
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
  /** The same as the time of day, to compare with main's times. */
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
  // A message to itself is a separate task, and is not throttled like timers.
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
      sound = new AnalyserNode(this.context);
      Reflect.apply(connect, this, [sound]);
      port2.postMessage(null);
    }
    return Reflect.apply(connect, this, given);
  };
  AudioNode.prototype.connect = listenIn as typeof connect;
  const { postMessage } = MessagePort.prototype;
  const sendTake = function (this: MessagePort, ...given: unknown[]): void {
    // The take that a worklet is to play.
    if (typeof given[0] === 'object' && given[0] !== null && 'rateHz' in given[0]) mark('play');
    Reflect.apply(postMessage, this, given);
  };
  MessagePort.prototype.postMessage = sendTake as typeof postMessage;
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
