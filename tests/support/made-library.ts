// Libraries with made-up items, with their media files and sidecars, written as the app writes them.

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_MODELS } from '../../shared/connection/connections.ts';
import type { SpeechItem } from '../../shared/contract/library.ts';
import { NOTHING_KEPT } from '../../shared/library/kept.ts';

/** A take of pcm whose bytes are its text. @param id becomes a UUID with this number at its end. */
export function madeTake(number: number, text: string, changed: Partial<SpeechItem> = {}): SpeechItem {
  const bytes = Buffer.from(text);
  return {
    id: madeId(number),
    kind: 'speech',
    title: text,
    createdAtMs: 1_700_000_000_000 + number,
    connectionName: 'Demo mode',
    connectionOrigin: '',
    model: DEFAULT_MODELS.speech,
    ...NOTHING_KEPT,
    mediaId: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
    mime: 'audio/pcm',
    isComplete: true,
    warnings: [],
    relayMessage: '',
    fingerprint: '',
    line: null,
    parts: null,
    audio: { askedFormat: 'pcm', format: 'pcm', sampleRateHz: 24_000, durationMs: 1 },
    request: { connectionId: 'practice', text, voice: null, speed: 1, format: 'pcm', extras: {} },
    ...changed,
  };
}

/** An id like those of the app. */
export function madeId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Writes a sidecar of a take, and its media file, directly. @param order null for a sidecar without an order key. */
export function writeMadeItem(root: string, item: SpeechItem, order: number | null, isWithMedia = true): void {
  const { mediaId, sizeBytes, mime } = item;
  const media = [{ mediaId, extension: 'pcm', mime, sizeBytes, pcmRateHz: item.audio.sampleRateHz }];
  mkdirSync(path.join(root, 'items'), { recursive: true });
  const placed = order === null ? {} : { version: 1, order, trashedAtMs: null };
  writeFileSync(path.join(root, 'items', `${item.id}.json`), JSON.stringify({ ...placed, item, media }));
  if (!isWithMedia) return;
  const folder = path.join(root, 'media', mediaId.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${mediaId}.pcm`), item.request.text);
}
