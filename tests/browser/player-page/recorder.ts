// Records the output of the engine's audio graph from outside: the output of every worklet node is also recorded.
// Independent of the engine.

import recorderUrl from './recorder-worklet.ts?worker&url';

const MAX_SAMPLES = 48_000 * 60;
const count = new SharedArrayBuffer(4);
const samples = new SharedArrayBuffer(MAX_SAMPLES * 4);

/** What is recorded with `recordOutput` beside worklet nodes. */
const outputs = new Map<BaseAudioContext, AudioNode>();
const { connect } = AudioNode.prototype;
const { addModule } = AudioWorklet.prototype;

/** The sample rate of contexts that do not ask for one. */
let usualRateHz: number | undefined;
export function setUsualRate(rateHz: number): void {
  usualRateHz = rateHz;
}

/** Patches the page's audio classes; call it before the engine is created. `onContext` is called with every context. */
export function installRecorder(onContext: (context: AudioContext) => void): void {
  const contexts = new Map<AudioWorklet, AudioContext>();
  const recorders = new Map<BaseAudioContext, AudioWorkletNode>();
  window.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super({ ...(usualRateHz !== undefined && { sampleRate: usualRateHz }), ...options });
      contexts.set(this.audioWorklet, this);
      onContext(this);
    }
  };
  AudioWorklet.prototype.addModule = async function (url, options) {
    await addModule.call(this, recorderUrl);
    const context = contexts.get(this);
    // The engine may continue only when the recorder is ready, so that its first samples are recorded.
    if (context !== undefined) recorders.set(context, await startRecorder(context));
    await addModule.call(this, url, options);
  };
  const listenIn = function (this: AudioNode, ...args: unknown[]): unknown {
    const recorder = recorders.get(this.context);
    if (args[0] === this.context.destination) outputs.set(this.context, this);
    if (this instanceof AudioWorkletNode && this !== recorder && recorder !== undefined)
      Reflect.apply(connect, this, [recorder]);
    return Reflect.apply(connect, this, args);
  };
  AudioNode.prototype.connect = listenIn as typeof connect;
}

/** Records all that a context outputs, which must not use worklets itself. Nothing may be output before it resolves. */
export async function recordOutput(context: AudioContext): Promise<void> {
  const node = outputs.get(context);
  await addModule.call(context.audioWorklet, recorderUrl);
  await context.resume();
  const recorder = await startRecorder(context);
  await context.suspend();
  if (node !== undefined) Reflect.apply(connect, node, [recorder]);
}

async function startRecorder(context: AudioContext): Promise<AudioWorkletNode> {
  const recorder = new AudioWorkletNode(context, 'recorder', {
    channelCount: 1,
    channelCountMode: 'explicit',
    processorOptions: { count, samples },
  });
  // Connected, because only nodes that lead to the output are processed; its own output is silence.
  recorder.connect(context.destination);
  await new Promise((resolve) => {
    recorder.port.onmessage = resolve;
  });
  return recorder;
}

/** Number of samples that have been output since the page was opened, including silence. */
export function recordedCount(): number {
  return Atomics.load(new Int32Array(count), 0);
}

/** The samples that have been output since the page was opened. */
export function recorded(): Float32Array {
  return new Float32Array(samples).slice(0, recordedCount());
}
