// Reads stored mp3 and Opus as one sound, see `asOneSound`. The stored bytes stay as they were received.

import { readFile } from 'node:fs/promises';
import { AUDIO_KINDS, KIND_FACTS } from '../../shared/speech/formats.ts';
import { asOneSound, isPacketKind, type PacketKind, soundLength } from '../../shared/speech/stream/one-sound.ts';

/** A larger file is served as it is: it would be held in memory. */
const MAX_BYTES = 16 * 1024 * 1024;
const KINDS: ReadonlyMap<string, PacketKind> = new Map(
  AUDIO_KINDS.filter(isPacketKind).map((kind) => [KIND_FACTS[kind].extension, kind]),
);

/** @returns undefined if the file is one sound as it is, or of another kind. @throws the disk's error. */
export async function readAsOne(
  { path, extension }: { path: string; extension: string },
  sizeBytes: number,
): Promise<Uint8Array | undefined> {
  const kind = KINDS.get(extension);
  return kind && sizeBytes <= MAX_BYTES ? asOneSound(kind, await readFile(path)) : undefined;
}

/** The length of what is served; undefined for other kinds. @throws the disk's error. */
export async function lengthAsOne(
  path: string,
  kind: string,
  sizeBytes: number,
): Promise<{ rateHz: number; frames: number } | undefined> {
  if (!isPacketKind(kind) || sizeBytes > MAX_BYTES) return undefined;
  const bytes = await readFile(path);
  return soundLength(kind, asOneSound(kind, bytes) ?? bytes);
}
