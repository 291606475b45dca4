// Listens in on the engine's audio graph from outside: every worklet node's output is also recorded. Knows nothing of the engine.

import recorderUrl from './recorder-worklet.ts?worker&url';

const MAX_SAMPLES = 48_000 * 60;
const count = new SharedArrayBuffer(4);
const samples = new SharedArrayBuffer(MAX_SAMPLES * 4);

/** Patches the page's audio classes; call it before the engine is made. `onContext` is told of every context. */
export function installRecorder(onContext: (context: AudioContext) => void): void {
  const contexts = new Map<AudioWorklet, AudioContext>();
  const recorders = new Map<BaseAudioContext, AudioWorkletNode>();
  window.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      contexts.set(this.audioWorklet, this);
      onContext(this);
    }
  };
  const { addModule } = AudioWorklet.prototype;
  AudioWorklet.prototype.addModule = async function (url, options) {
    await addModule.call(this, recorderUrl);
    const context = contexts.get(this);
    // The engine may go on only once the recorder hears: its first samples count.
    if (context !== undefined) recorders.set(context, await startRecorder(context));
    await addModule.call(this, url, options);
  };
  const { connect } = AudioNode.prototype;
  const listenIn = function (this: AudioNode, ...given: unknown[]): unknown {
    const recorder = recorders.get(this.context);
    if (this instanceof AudioWorkletNode && this !== recorder && recorder !== undefined)
      Reflect.apply(connect, this, [recorder]);
    return Reflect.apply(connect, this, given);
  };
  AudioNode.prototype.connect = listenIn as typeof connect;
}

async function startRecorder(context: AudioContext): Promise<AudioWorkletNode> {
  const recorder = new AudioWorkletNode(context, 'recorder', {
    channelCount: 1,
    channelCountMode: 'explicit',
    processorOptions: { count, samples },
  });
  // Only what leads to the output is asked for sound; the recorder's own is silence.
  recorder.connect(context.destination);
  await new Promise((resolve) => {
    recorder.port.onmessage = resolve;
  });
  return recorder;
}

/** How many samples have been put out since the page was opened, silence included. */
export function recordedCount(): number {
  return Atomics.load(new Int32Array(count), 0);
}

/** What has been put out since the page was opened. */
export function recorded(): Float32Array {
  return new Float32Array(samples).slice(0, recordedCount());
}
