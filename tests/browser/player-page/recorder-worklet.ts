// Records its input, sample by sample, in shared memory: [samples written, …] and the samples.

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: RecorderOptions) => AudioWorkletProcessor,
): void;

type RecorderOptions = { processorOptions: { count: SharedArrayBuffer; samples: SharedArrayBuffer } };

class Recorder extends AudioWorkletProcessor {
  readonly #count: Int32Array;
  readonly #samples: Float32Array;

  constructor({ processorOptions: { count, samples } }: RecorderOptions) {
    super();
    this.#count = new Int32Array(count);
    this.#samples = new Float32Array(samples);
    this.port.postMessage('ready');
  }

  process(inputs: Float32Array[][]): boolean {
    const block = inputs[0]?.[0];
    const written = Atomics.load(this.#count, 0);
    if (block === undefined || written + block.length > this.#samples.length) return true;
    this.#samples.set(block, written);
    Atomics.store(this.#count, 0, written + block.length);
    return true;
  }
}

registerProcessor('recorder', Recorder);
