// Listens in on the engine's audio graph from outside: every worklet node's output is also recorded. Knows nothing of the engine.

import recorderUrl from './recorder-worklet.ts?worker&url';

const MAX_SAMPLES = 48_000 * 60;
const count = new SharedArrayBuffer(4);
const samples = new SharedArrayBuffer(MAX_SAMPLES * 4);

/** Patches the page's audio classes; call it before the engine is made. */
export function installRecorder(): void {
  const { addModule } = AudioWorklet.prototype;
  AudioWorklet.prototype.addModule = async function (url, options) {
    await addModule.call(this, recorderUrl);
    await addModule.call(this, url, options);
  };
  const { connect } = AudioNode.prototype;
  const listenIn = function (this: AudioNode, ...given: unknown[]): unknown {
    if (this instanceof AudioWorkletNode && given[0] instanceof GainNode) {
      const recorder = new AudioWorkletNode(this.context, 'recorder', {
        channelCount: 1,
        channelCountMode: 'explicit',
        processorOptions: { count, samples },
      });
      Reflect.apply(connect, this, [recorder]);
      // Only what leads to the output is asked for sound; the recorder's own is silence.
      Reflect.apply(connect, recorder, [this.context.destination]);
    }
    return Reflect.apply(connect, this, given);
  };
  AudioNode.prototype.connect = listenIn as typeof connect;
}

/** How many samples have been put out since the page was opened, silence included. */
export function recordedCount(): number {
  return Atomics.load(new Int32Array(count), 0);
}

/** What has been put out since the page was opened. */
export function recorded(): Float32Array {
  return new Float32Array(samples).slice(0, recordedCount());
}
