// The audio worklet: plays the samples of the live take it is sent, at the context's sample rate, which is the take's. It
// must not allocate, wait or decode.

import { type SharedTake, SLOT } from './shared-take.ts';

// Globals of the audio thread that TypeScript's DOM library does not declare.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** The state posted to the page: `waiting` for bytes, `sounding`, or at the take's end. */
export type LiveState = 'waiting' | 'sounding' | 'ended';

/** Seconds of sound that must have arrived before playback starts, or resumes after an underrun. */
const START_S = 0.12;

class LiveTakeProcessor extends AudioWorkletProcessor {
  #control: Int32Array | undefined;
  #samples: Float32Array = new Float32Array();
  #channels = 1;
  #startFrames = 0;
  #state: LiveState = 'waiting';
  /** The first block after `isPlaying` was set may be processed before the node is connected; it would be lost. */
  #isConnected = false;

  constructor() {
    super();
    this.port.onmessage = ({ data: take }: MessageEvent<SharedTake>) => {
      this.#samples = new Float32Array(take.samples);
      this.#channels = take.channels;
      this.#startFrames = Math.ceil(START_S * take.rateHz);
      this.#control = new Int32Array(take.control);
    };
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const control = this.#control;
    if (control === undefined) return true;
    const output = outputs[0] ?? [];
    if (Atomics.load(control, SLOT.isStopped) === 1) return false;
    const seek = Atomics.exchange(control, SLOT.seek, -1);
    if (seek >= 0) {
      Atomics.store(control, SLOT.read, seek);
      this.#enter('waiting');
    }
    if (Atomics.load(control, SLOT.isPlaying) === 0) return true;
    if (!this.#isConnected) {
      this.#isConnected = true;
      return true;
    }
    // Read before `written`: once it is set, `written` no longer changes.
    const isEnded = Atomics.load(control, SLOT.isEnded) === 1;
    const written = Atomics.load(control, SLOT.written);
    const read = Atomics.load(control, SLOT.read);
    if (this.#state !== 'sounding') {
      if (!isEnded && written - read < this.#startFrames) return true;
      this.#enter(read < written ? 'sounding' : 'ended');
    }
    if (this.#state === 'sounding' && !this.#copy(control, output, read, written)) {
      if (!isEnded) Atomics.add(control, SLOT.underruns, 1);
      this.#enter(isEnded ? 'ended' : 'waiting');
    }
    return true;
  }

  /** Fills the block and repeats the selection; false if too few frames have arrived. */
  #copy(control: Int32Array, output: readonly Float32Array[], from: number, written: number): boolean {
    const length = output[0]?.length ?? 0;
    const loopFrom = Atomics.load(control, SLOT.loopFrom);
    const loopTo = Atomics.load(control, SLOT.loopTo);
    let read = from;
    let done = 0;
    while (done < length && read < written) {
      const isInLoop = loopFrom >= 0 && read < loopTo && loopTo <= written;
      const count = Math.min(length - done, (isInLoop ? loopTo : written) - read);
      for (const [index, channel] of output.entries()) {
        const source = Math.min(index, this.#channels - 1);
        for (let i = 0; i < count; i++) channel[done + i] = this.#samples[(read + i) * this.#channels + source] ?? 0;
      }
      done += count;
      read += count;
      if (isInLoop && read === loopTo) read = loopFrom;
    }
    Atomics.store(control, SLOT.read, read);
    Atomics.add(control, SLOT.rendered, done);
    return done === length;
  }

  #enter(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.port.postMessage(state);
  }
}

registerProcessor('live-take', LiveTakeProcessor);
