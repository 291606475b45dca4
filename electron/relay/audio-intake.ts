// Receives bytes that should be audio: detects their kind, passes them on in order, separates an error at their end.
// Independent of HTTP.

import type { AudioKind, SpeechFormat } from '../../shared/speech/formats.ts';
import { isAudioKind, type ReplyKind, sniffReply } from '../../shared/speech/sniff.ts';
import { createTrailingErrorGuard } from './trailing-error.ts';

/** Everything received. `kind` is undefined if nothing was; `errorText` followed the audio and is not part of it. */
export type Intake = { kind: ReplyKind | undefined; sizeBytes: number; errorText: string | undefined };

/** Bytes are looked at again once they have grown by this share: pieces may be as small as one byte. */
const GROWTH = 1 / 16;

/** Receives bytes until they end. */
export type AudioIntake = {
  push: (bytes: Uint8Array) => Promise<void>;
  end: () => Promise<Intake>;
  /** Audio passed on so far, in bytes. */
  sizeBytes: () => number;
};

/**
 * Creates an intake.
 * @param asked the requested format.
 * @param label the Content-Type of the bytes, by which raw pcm may be known.
 */
export function createAudioIntake(
  asked: SpeechFormat,
  onAudio: (bytes: Uint8Array, kind: AudioKind) => Promise<void>,
  label = '',
): AudioIntake {
  const guard = createTrailingErrorGuard();
  /** What arrived while the kind is unknown. */
  let pieces: Uint8Array[] = [];
  let length = 0;
  let lookAt = 1;
  let kind: ReplyKind | undefined;
  let sizeBytes = 0;

  async function pass(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0 || kind === undefined || !isAudioKind(kind)) return;
    sizeBytes += bytes.length;
    await onAudio(bytes, kind);
  }

  async function decide(isFinal: boolean): Promise<void> {
    const head = Buffer.concat(pieces);
    pieces = [head];
    lookAt = length * (1 + GROWTH);
    kind = sniffReply(head, asked, isFinal, label);
    if (kind !== undefined && isAudioKind(kind)) await pass(guard.push(head));
  }

  return {
    sizeBytes: () => sizeBytes,
    async push(bytes) {
      if (kind !== undefined) return isAudioKind(kind) ? pass(guard.push(bytes)) : undefined;
      pieces.push(bytes);
      length += bytes.length;
      if (length >= lookAt) await decide(false);
    },
    async end() {
      if (kind === undefined && length > 0) await decide(true);
      const { audio, errorText } = guard.end();
      await pass(audio);
      return { kind, sizeBytes, errorText };
    },
  };
}
