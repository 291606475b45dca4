// Decodes a speech reply into samples while it arrives, for every audio format that is played live.

import { isRaw, type KindsWith, type LiveKind } from '../../../../shared/speech/formats.ts';
import { createMp3Splitter } from '../../../../shared/speech/stream/mp3-splitter.ts';
import { createOggSplitter } from '../../../../shared/speech/stream/ogg-splitter.ts';
import { type Splitter, type StreamPart, UnplayableStream } from '../../../../shared/speech/stream/stream-part.ts';
import { createPcmReader, createWavReader, toFloats } from './pcm-reader.ts';

/** `begin` is called once, before the first samples. `samples` are interleaved, between -1 and 1. */
export type SampleSink = {
  begin: (format: { rateHz: number; channels: number }) => void;
  samples: (samples: Float32Array) => void;
};

/** A decoder of one stream. */
export type StreamDecoder = {
  /** Decodes the next bytes, in chunks of any size. @throws `UnplayableStream` */
  push: (bytes: Uint8Array) => void;
  /** Resolves when the decoder can take more; for a source that is faster than the decoder. */
  ready: () => Promise<void>;
  /** Ends the stream; resolves when all samples have been passed on. Rejects if the codec has failed. */
  end: () => Promise<void>;
  dispose: () => void;
};

/** `ready` waits while more packets than this are queued in the codec. */
const MAX_QUEUED_PACKETS = 64;
/** The codec requires rising timestamps, but does not use their values. */
const PACKET_US = 1_000;

/** Audio formats that need a codec; the others are plain samples. */
type CodedKind = KindsWith<{ isLive: true; container: 'other' }>;

/** The splitter of each coded format. */
const SPLITTERS: Readonly<Record<CodedKind, () => Splitter>> = {
  mp3: createMp3Splitter,
  ogg_opus: createOggSplitter,
};

/** Creates the splitter of an audio format; undefined for plain samples. */
export function createSplitter(kind: LiveKind): Splitter | undefined {
  return isCoded(kind) ? SPLITTERS[kind]() : undefined;
}

function isCoded(kind: LiveKind): kind is CodedKind {
  return kind in SPLITTERS;
}

/** Creates a decoder. `kind` is the format that main has detected in the bytes; `pcmRateHz` is used for pcm only. */
export function createStreamDecoder(kind: LiveKind, pcmRateHz: number, sink: SampleSink): StreamDecoder {
  const split = createSplitter(kind);
  if (split) return createCodecDecoder(split, sink);
  let convert: (bytes: Uint8Array) => Float32Array = () => new Float32Array(0);
  const pcm = {
    begin: (layout: Parameters<typeof toFloats>[1]) => {
      convert = (bytes) => toFloats(bytes, layout);
      sink.begin(layout);
    },
    data: (bytes: Uint8Array) => sink.samples(convert(bytes)),
  };
  const reader = isRaw(kind) ? createPcmReader(pcmRateHz, pcm) : createWavReader(pcm);
  return {
    push: reader.push,
    ready: () => Promise.resolve(),
    end: async () => reader.end(),
    dispose: () => undefined,
  };
}

type Begin = Extract<StreamPart, { type: 'begin' }>;
type Drop = Extract<StreamPart, { type: 'drop' }>;

/** Decodes packets with WebCodecs, without the frames that the stream marks as `drop`. */
function createCodecDecoder(split: Splitter, sink: SampleSink): StreamDecoder {
  let opened: Begin | undefined;
  let failure: Error | undefined;
  let decoder: AudioDecoder | undefined;
  let packets = 0;
  /** Number of frames decoded since the stream began; the positions in `drops` use the same origin. */
  let decodedFrames = 0;
  let drops: Drop[] = [];
  /** Set while a joined stream waits until the previous one is decoded to its end. */
  let joining: Promise<void> | undefined;
  let waiting: StreamPart[] = [];

  const output = (data: AudioData, begin: Begin): void => {
    const { numberOfFrames: frames, numberOfChannels: channels } = data;
    const samples = new Float32Array(frames * channels);
    data.copyTo(samples, { planeIndex: 0, format: 'f32' });
    data.close();
    if (begin.gain !== 1) for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) * begin.gain;
    for (const { from, to } of keptRanges(decodedFrames, decodedFrames + frames, drops))
      sink.samples(
        fitChannels(samples.subarray(from * channels, to * channels), channels, opened?.channels ?? channels),
      );
    decodedFrames += frames;
  };

  const open = (begin: Begin): void => {
    if (opened === undefined) {
      opened = begin;
      sink.begin(begin);
    } else if (opened.rateHz !== begin.rateHz) throw new UnplayableStream('The rate changes.');
    decodedFrames = 0;
    drops = [];
    decoder = new AudioDecoder({
      output: (data) => output(data, begin),
      error: (error) => {
        failure = error;
      },
    });
    decoder.configure({ codec: begin.codec, sampleRate: begin.rateHz, numberOfChannels: begin.channels });
  };

  const finish = async (): Promise<void> => {
    const current = decoder;
    if (failure !== undefined) throw failure;
    if (current === undefined) return;
    await current.flush();
    if (current.state !== 'closed') current.close();
  };

  const take = (part: StreamPart): void => {
    if (failure !== undefined) throw failure;
    if (part.type === 'begin') open(part);
    else if (part.type === 'drop') drops.push(part);
    else {
      packets += 1;
      decoder?.decode(new EncodedAudioChunk({ type: 'key', timestamp: packets * PACKET_US, data: part.bytes }));
    }
  };

  /** Processes parts in order; a second `begin` waits until the previous stream is fully decoded. */
  const takeAll = (parts: StreamPart[]): void => {
    for (const [index, part] of parts.entries()) {
      if (part.type !== 'begin' || opened === undefined) {
        take(part);
        continue;
      }
      waiting = parts.slice(index);
      joining = finish().then(() => {
        joining = undefined;
        const [begin, ...rest] = waiting;
        waiting = [];
        if (begin !== undefined) take(begin);
        takeAll(rest);
      });
      joining.catch((error: Error) => {
        failure = error;
      });
      return;
    }
  };

  return {
    push: (bytes) => {
      const parts = split(bytes);
      if (joining !== undefined) waiting.push(...parts);
      else takeAll(parts);
    },
    ready: async () => {
      await joining;
      const current = decoder;
      while (current !== undefined && current.state === 'configured' && current.decodeQueueSize > MAX_QUEUED_PACKETS)
        await new Promise((resolve) => current.addEventListener('dequeue', resolve, { once: true }));
    },
    end: async () => {
      while (joining !== undefined) await joining;
      await finish();
    },
    dispose: () => {
      if (decoder !== undefined && decoder.state !== 'closed') decoder.close();
    },
  };
}

/** The ranges between frames `from` and `to` that no drop covers, relative to `from`. */
function keptRanges(from: number, to: number, drops: readonly Drop[]): { from: number; to: number }[] {
  let ranges = [{ from, to }];
  for (const { fromFrame, toFrame } of drops)
    ranges = ranges.flatMap((range) =>
      [
        { from: range.from, to: Math.min(range.to, fromFrame) },
        { from: Math.max(range.from, toFrame), to: range.to },
      ].filter((piece) => piece.from < piece.to),
    );
  return ranges.map((range) => ({ from: range.from - from, to: range.to - from }));
}

/** Converts decoder output to the take's number of channels: an mp3 may switch between one and two. */
function fitChannels(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const frames = samples.length / from;
  const fitted = new Float32Array(frames * to);
  for (let frame = 0; frame < frames; frame++)
    for (let channel = 0; channel < to; channel++)
      fitted[frame * to + channel] = samples[frame * from + Math.min(channel, from - 1)] ?? 0;
  return fitted;
}
