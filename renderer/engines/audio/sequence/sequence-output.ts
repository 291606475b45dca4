// Puts blocks of samples at exact positions of the audio clock, in a context of the device's own rate.

import { createScope } from '../../../lifetime/scope.ts';
import type { Block } from '../export/plan.ts';

/** Sounds that end together. */
type OutputRun = {
  /** Plays a block from a position on. The returned function takes it back if it has not begun. */
  add: (block: Block, atFrame: number) => () => void;
  /** Ends what is heard, and takes back what has not begun. */
  end: () => void;
};

/** An output. Positions are in samples of its clock, which stands while it is paused. */
export type SequenceOutput = {
  rateHz: number;
  /** The position of the clock. */
  frame: () => number;
  /** How far ahead of the clock a sound must be put to be heard whole. */
  leadFrames: number;
  begin: () => OutputRun;
  resume: () => void;
  pause: () => void;
  setVolume: (volume: number) => void;
  dispose: () => void;
};

/** Opens an output. @param onLost is called when the device was removed; `resume` looks for another. */
export type OpenOutput = (onLost: () => void) => SequenceOutput;

/** Added to twice the length of the device's buffer. */
const LEAD_S = 0.02;
/** Avoids a click where a sound is cut off. */
const FADE_S = 0.01;

/** Opens an audio context; it is paused. */
export const openContextOutput: OpenOutput = (onLost) => {
  const context = new AudioContext({ latencyHint: 'interactive' });
  const { sampleRate: rateHz, baseLatency } = context;
  const volume = new GainNode(context);
  volume.connect(context.destination);
  const scope = createScope();
  let shouldRun = false;
  let hasRun = false;
  scope.listen(context, 'statechange', () => {
    if (context.state === 'running') hasRun = true;
    else if (shouldRun && hasRun) onLost();
  });
  scope.listen(context, 'error', onLost);
  scope.add(() => void context.close());
  const setRunning = (isRunning: boolean): void => {
    shouldRun = isRunning;
    hasRun = false;
    // Rejects if the context was closed meanwhile.
    (isRunning ? context.resume() : context.suspend()).catch(() => undefined);
  };
  setRunning(false);

  return {
    rateHz,
    leadFrames: Math.ceil((LEAD_S + 2 * baseLatency) * rateHz),
    frame: () => Math.round(context.currentTime * rateHz),
    begin: () => {
      const run = new GainNode(context);
      run.connect(volume);
      const sources = new Set<AudioBufferSourceNode>();
      const remove = (source: AudioBufferSourceNode): void => {
        source.onended = null;
        source.disconnect();
        sources.delete(source);
      };
      return {
        add: (block, atFrame) => {
          const length = block[0]?.length ?? 0;
          if (length === 0) return () => undefined;
          const buffer = new AudioBuffer({ length, numberOfChannels: block.length, sampleRate: rateHz });
          for (const [channel, samples] of block.entries()) buffer.copyToChannel(samples, channel);
          const source = new AudioBufferSourceNode(context, { buffer });
          source.connect(run);
          source.onended = () => remove(source);
          source.start(atFrame / rateHz);
          sources.add(source);
          return () => remove(source);
        },
        end: () => {
          if (!shouldRun) {
            for (const source of [...sources]) remove(source);
            return;
          }
          run.gain.setTargetAtTime(0, context.currentTime, FADE_S / 3);
          for (const source of sources) {
            source.onended = () => remove(source);
            source.stop(context.currentTime + 2 * FADE_S);
          }
        },
      };
    },
    resume: () => setRunning(true),
    pause: () => setRunning(false),
    setVolume: (next) => {
      volume.gain.value = next;
    },
    dispose: scope.dispose,
  };
};
