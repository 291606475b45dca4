// Plays live takes. Each sample rate has its own audio context, kept open for a while, so that nothing is resampled
// here.

import { createScope } from '../../lifetime/scope.ts';
import type { LiveState } from './live-worklet.ts';
import { arrivedS, isCutShort, isPlayableRate, type SharedTake, SLOT } from './shared-take.ts';

/** The playback of one take. It starts paused. */
export type LiveVoice = {
  play: () => void;
  pause: () => void;
  /** Sets the position, at most to the end of what has arrived. */
  seek: (positionS: number) => void;
  /** Repeats a selection, once all of it has arrived; null ends that. */
  setLoop: (loop: { fromS: number; toS: number } | null) => void;
  /** The playback position in seconds. */
  positionS: () => number;
  isPlaying: () => boolean;
  /** `silent`: the take cannot be heard before it is saved. */
  state: () => LiveState | 'silent';
  /** The length in seconds of what has arrived. */
  arrivedS: () => number;
  /** Whether the end of the take is only in the saved file. */
  isCutShort: () => boolean;
  stop: () => void;
};

/** The callbacks of a voice. */
type VoiceEvents = {
  onChange: () => void;
  /** The audio device was removed; the voice is paused. */
  onOutputLost: () => void;
};

/** Plays live takes through shared audio contexts. */
export type LiveOutput = {
  /** Opens an audio context for this sample rate, and a node in it, so that playback can start without delay. */
  warm: (rateHz: number) => void;
  start: (take: SharedTake, events: VoiceEvents) => LiveVoice;
  setVolume: (volume: number) => void;
  dispose: () => void;
};

type Channel = {
  context: AudioContext;
  gain: GainNode;
  ready: Promise<void>;
  /** A node that plays nothing yet. To make one takes longer than a block of sound. */
  spare: AudioWorkletNode | undefined;
  voices: number;
  /** Number of voices that are playing. */
  sounding: number;
  idle: number | undefined;
};

/** Number of contexts kept open: one for a relay's pcm, one for Opus. */
const MAX_CHANNELS = 2;
/** An idle context is suspended after this time, because it still uses some CPU. */
const IDLE_MS = 15_000;

/** Creates the output; `workletUrl` is the bundled `live-worklet.ts`. */
export function createLiveOutput(workletUrl: string): LiveOutput {
  const channels = new Map<number, Channel>();
  let volume = 1;

  const close = (rateHz: number, channel: Channel): void => {
    channels.delete(rateHz);
    clearTimeout(channel.idle);
    void channel.context.close();
  };

  const open = (rateHz: number): Channel => {
    const existing = channels.get(rateHz);
    if (existing !== undefined && existing.context.state !== 'closed') return existing;
    for (const [rate, channel] of channels)
      if (channels.size >= MAX_CHANNELS && channel.voices === 0) close(rate, channel);
    const context = new AudioContext({ sampleRate: rateHz, latencyHint: 'interactive' });
    const gain = new GainNode(context, { gain: volume });
    gain.connect(context.destination);
    const channel = {
      context,
      gain,
      ready: context.audioWorklet.addModule(workletUrl),
      spare: undefined,
      voices: 0,
      sounding: 0,
      idle: undefined,
    };
    channels.set(rateHz, channel);
    return channel;
  };

  const rest = (channel: Channel): void => {
    clearTimeout(channel.idle);
    channel.idle = window.setTimeout(() => {
      if (channel.sounding === 0) void channel.context.suspend();
    }, IDLE_MS);
  };

  const wake = (channel: Channel): void => {
    clearTimeout(channel.idle);
    if (channel.context.state !== 'running') void channel.context.resume();
  };

  return {
    warm: (rateHz) => {
      if (!isPlayableRate(rateHz)) return;
      const channel = open(rateHz);
      wake(channel);
      rest(channel);
      channel.ready.then(
        () => {
          channel.spare ??= addNode(channel);
        },
        // Whoever plays is told.
        () => undefined,
      );
    },
    start: (take, events) => {
      const channel = open(take.rateHz);
      channel.voices += 1;
      return startVoice(take, channel, events, {
        sound: () => {
          channel.sounding += 1;
          wake(channel);
        },
        rest: () => {
          channel.sounding -= 1;
          rest(channel);
        },
        leave: () => {
          channel.voices -= 1;
        },
      });
    },
    setVolume: (next) => {
      volume = next;
      for (const { gain } of channels.values()) gain.gain.value = next;
    },
    dispose: () => {
      for (const [rateHz, channel] of channels) close(rateHz, channel);
    },
  };
}

/** How a voice notifies its channel: it starts playing, stops playing, and is removed. */
type ChannelUse = { sound: () => void; rest: () => void; leave: () => void };

/** Adds a node that plays the take it is sent. Two channels: a take of one is heard on both. */
function addNode({ context, gain }: Channel): AudioWorkletNode {
  const node = new AudioWorkletNode(context, 'live-take', { numberOfInputs: 0, outputChannelCount: [2] });
  node.connect(gain);
  return node;
}

function startVoice(take: SharedTake, channel: Channel, events: VoiceEvents, use: ChannelUse): LiveVoice {
  const { context } = channel;
  const control = new Int32Array(take.control);
  const scope = createScope();
  scope.add(use.leave);
  let node: AudioWorkletNode | undefined;
  let state: LiveState = 'waiting';
  let isStopped = false;
  let shouldPlay = false;

  // An earlier playback of this take may have left other values.
  for (const slot of [SLOT.read, SLOT.isPlaying, SLOT.isStopped]) Atomics.store(control, slot, 0);
  for (const slot of [SLOT.seek, SLOT.loopFrom, SLOT.loopTo]) Atomics.store(control, slot, -1);

  const setSounding = (isSounding: boolean): void => {
    if (isSounding !== shouldPlay) (isSounding ? use.sound : use.rest)();
    shouldPlay = isSounding;
    // A voice without a node has to wait.
    Atomics.store(control, SLOT.isPlaying, isSounding && node !== undefined ? 1 : 0);
  };
  const pause = (): void => {
    setSounding(false);
    events.onChange();
  };
  const loseOutput = (): void => {
    if (!shouldPlay) return;
    pause();
    events.onOutputLost();
  };
  const onStateChange = (): void => {
    if (context.state !== 'running' && hasRun) loseOutput();
    hasRun ||= context.state === 'running';
  };
  let hasRun = context.state === 'running';
  scope.listen(context, 'statechange', onStateChange);
  scope.listen(context, 'error', loseOutput);

  const begin = (worklet: AudioWorkletNode): void => {
    worklet.port.onmessage = ({ data }: MessageEvent<LiveState>) => {
      // Sent before the person moved the position.
      if (data === 'ended' && Atomics.load(control, SLOT.seek) >= 0) return;
      state = data;
      if (state === 'ended') setSounding(false);
      events.onChange();
    };
    worklet.port.postMessage(take);
    scope.add(() => {
      // An open port keeps the node in memory.
      worklet.port.close();
      worklet.disconnect();
    });
    node = worklet;
    setSounding(shouldPlay);
  };
  const { spare } = channel;
  channel.spare = undefined;
  if (spare) begin(spare);
  else
    channel.ready.then(
      () => {
        if (!isStopped) begin(addNode(channel));
      },
      () => events.onOutputLost(),
    );

  return {
    play: () => {
      if (state === 'ended') {
        Atomics.store(control, SLOT.seek, 0);
        state = 'waiting';
      }
      setSounding(true);
      events.onChange();
    },
    pause,
    seek: (positionS) => {
      const frame = Math.round(Math.max(0, Math.min(positionS, arrivedS(take))) * take.rateHz);
      Atomics.store(control, SLOT.seek, frame);
      if (state === 'ended') state = 'waiting';
      events.onChange();
    },
    setLoop: (loop) => {
      Atomics.store(control, SLOT.loopTo, loop === null ? -1 : Math.round(loop.toS * take.rateHz));
      Atomics.store(control, SLOT.loopFrom, loop === null ? -1 : Math.round(loop.fromS * take.rateHz));
    },
    positionS: () => {
      const requested = Atomics.load(control, SLOT.seek);
      return (requested >= 0 ? requested : Atomics.load(control, SLOT.read)) / take.rateHz;
    },
    isPlaying: () => shouldPlay,
    state: () => state,
    arrivedS: () => arrivedS(take),
    isCutShort: () => isCutShort(take),
    stop: () => {
      if (isStopped) return;
      isStopped = true;
      setSounding(false);
      Atomics.store(control, SLOT.isStopped, 1);
      scope.dispose();
    },
  };
}
