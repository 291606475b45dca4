// Watches, inside the page, how a press of Generate becomes sound. Knows the page's player only as a media element.
//
// First sound is the moment the media element that the app plays has begun to render: after its `playing` event, the
// first task that sees `currentTime` above 0. The audio output's clock drives it, so samples have been consumed by
// then, also where there is no sound card and Chromium plays into its own silent output. What was played is decoded
// afterwards and must not be silent. The click is the time the browser stamped on its event.

import type { Page } from '@playwright/test';
import type { Job } from '../../shared/contract/jobs.ts';

const SOUND_LIMIT_MS = 30_000;

/** When each step was reached, in milliseconds since the click. */
export type Moments = {
  /** The request went onto a socket: main's own clock, to the millisecond. */
  sent: number;
  /** The item was in the library: main's own clock, to the millisecond. */
  kept: number;
  /** The app called `play` on its media element. */
  play: number;
  /** The element had decoded enough to begin. */
  playing: number;
  firstSound: number;
};

/** What `installWatch` leaves on the page's `window`. */
type Watch = {
  /** The moments of the next click; rejects when it is never heard. Pauses the player in the end. */
  next: () => Promise<Moments>;
  /** The loudest sample, 0 to 1, of what was played last. */
  peak: () => Promise<number>;
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

/** Presses Generate and waits for the first sound. @throws when what plays is silent. */
export async function measureFirstSound(page: Page): Promise<Moments> {
  await page.evaluate(() => {
    if (window.soundWatch) window.soundWatch.measured = window.soundWatch.next();
  });
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const moments = await page.evaluate(() => window.soundWatch?.measured);
  const peak = await page.evaluate(() => window.soundWatch?.peak());
  if (!moments || !peak || peak < 0.01) throw new Error('The app played silence');
  return moments;
}

/** Runs in the page. */
function installWatch(limitMs: number): void {
  type Step = keyof Moments;
  let clickedAt = 0;
  /** The same as the time of day, for what main tells. */
  let clickedAtMs = 0;
  let moments = new Map<Step, number>();
  let player: HTMLMediaElement | undefined;
  let finish: (() => void) | undefined;
  const mark = (step: Step): void => void moments.set(step, performance.now() - clickedAt);

  addEventListener(
    'click',
    (event) => {
      clickedAt = event.timeStamp;
      clickedAtMs = Date.now() - (performance.now() - clickedAt);
      moments = new Map();
    },
    { capture: true },
  );

  const bridge = (window as unknown as { studio: { onEvent: (listener: (event: unknown) => void) => void } }).studio;
  bridge.onEvent((event) => {
    const { name, payload } = event as { name: string; payload: Partial<Job> };
    if (name !== 'job.updated' || payload.state !== 'done') return;
    moments.set('sent', (payload.sentAtMs ?? 0) - clickedAtMs);
    moments.set('kept', (payload.endedAtMs ?? 0) - clickedAtMs);
  });

  // A message to oneself is a task of its own, and not slowed down as timers are.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    if (!player || player.currentTime === 0) return port2.postMessage(null);
    mark('firstSound');
    finish?.();
  };
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    player = this;
    mark('play');
    const onPlaying = (): void => {
      mark('playing');
      port2.postMessage(null);
    };
    this.addEventListener('playing', onPlaying, { once: true });
    return play.call(this);
  };

  window.soundWatch = {
    next: () =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error('Nothing was heard')), limitMs);
        finish = () => {
          clearTimeout(limit);
          player?.pause();
          resolve(Object.fromEntries(moments) as Moments);
        };
      }),
    async peak() {
      const reply = await fetch(player?.currentSrc ?? '');
      const audio = await new OfflineAudioContext(1, 1, 24_000).decodeAudioData(await reply.arrayBuffer());
      return audio.getChannelData(0).reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    },
  };
}
