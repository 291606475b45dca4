// Sends sound to the page while it arrives. The parts of a cut text are one sound there.

import type { SpeechChunk } from '../../shared/contract/speech.ts';
import { type AudioKind, RAW_KINDS } from '../../shared/speech/formats.ts';
import type { MediaStore } from '../library/media-store.ts';
import type { SpeechRecord } from './job-record.ts';
import { readSound, silence } from './part-sound.ts';

const MAX_CHUNK_BYTES = 64 * 1024;
/** The kind that is sent as it arrives. */
const LIVE_KIND = RAW_KINDS.little;

/** Sends bytes as chunks of at most 64 KiB. @returns the index of the chunk that will follow. */
export function sendChunks(
  bytes: Uint8Array,
  { index, ...facts }: Omit<SpeechChunk, 'bytes'>,
  onChunk: (chunk: SpeechChunk) => void,
): number {
  let next = index;
  for (let start = 0; start < bytes.length; start += MAX_CHUNK_BYTES)
    onChunk({ ...facts, index: next++, bytes: bytes.slice(start, start + MAX_CHUNK_BYTES) });
  return next;
}

/** The sound of one cut text on its way to the page: raw pcm of one rate, in the order of its parts, with their pauses. */
export type LiveSound = {
  /** Sends the whole parts that are stored and follow what was sent. @throws the disk's error. */
  catchUp: (job: Pick<SpeechRecord, 'parts'>) => Promise<void>;
  /** Begins to receive a part; its pcm is sent at once if all before it was sent. @param at its index. */
  receive: (at: number) => LivePart;
};

/** One part while it arrives. */
type LivePart = {
  push: (bytes: Uint8Array, format: AudioKind, rateHz: number) => void;
  /** The part has ended. Behind one that is not whole nothing more is sent. */
  end: (isWhole: boolean) => void;
};

/** The sounds of all cut texts that are under way, by job; a job that waits in between goes on with the same sound. */
export type LiveSounds = {
  /** @param silences the pause before each part, in milliseconds. */
  of: (jobId: string, silences?: readonly number[]) => LiveSound;
  /** The job is over. */
  drop: (jobId: string) => void;
};

type Deps = { media: Pick<MediaStore, 'pathOf'>; onChunk: (chunk: SpeechChunk) => void };

/** Creates the sounds; none is under way. */
export function createLiveSounds(deps: Deps): LiveSounds {
  const sounds = new Map<string, LiveSound>();
  return {
    of(jobId, silences = []) {
      const sound = sounds.get(jobId) ?? createLiveSound(jobId, silences, deps);
      sounds.set(jobId, sound);
      return sound;
    },
    drop: (jobId) => void sounds.delete(jobId),
  };
}

function createLiveSound(jobId: string, silences: readonly number[], { media, onChunk }: Deps): LiveSound {
  let index = 0;
  /** The part that follows what was sent. */
  let next = 0;
  let rateHz: number | null = null;
  let isOver = false;

  /** @returns false if this sound cannot follow what was sent. */
  const follows = (rate: number | null): rate is number => rate !== null && (rateHz === null || rateHz === rate);
  const send = (bytes: Uint8Array, pcmRateHz: number): void => {
    rateHz = pcmRateHz;
    index = sendChunks(bytes, { jobId, index, format: LIVE_KIND, pcmRateHz }, onChunk);
  };
  /** Sends the pause before a part. */
  const pause = (at: number, rate: number): void => send(silence(silences[at] ?? 0, rate), rate);

  return {
    async catchUp({ parts }) {
      for (; !isOver && next < parts.length; next++) {
        const sound = parts[next]?.sound;
        if (!sound?.isWhole) return;
        if (!follows(sound.rateHz)) isOver = true;
        else {
          pause(next, sound.rateHz);
          for await (const bytes of readSound(sound, media)) send(bytes, sound.rateHz);
        }
      }
    },
    receive(at) {
      let isSent = false;
      /** The first byte of a sample whose second has not arrived. */
      let half = new Uint8Array(0);
      return {
        push(bytes, format, rate) {
          // Sound of any other kind is sent when it is stored.
          if (isOver || next !== at || format !== LIVE_KIND || !follows(rate)) return;
          if (!isSent) pause(at, rate);
          isSent = true;
          const all = half.length === 0 ? bytes : Buffer.concat([half, bytes]);
          const wholeBytes = all.length - (all.length % 2);
          half = Uint8Array.from(all.subarray(wholeBytes));
          send(all.subarray(0, wholeBytes), rate);
        },
        end(isWhole) {
          if (isSent && isWhole) next = at + 1;
          else if (isSent) isOver = true;
        },
      };
    },
  };
}
