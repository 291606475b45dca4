// Plans how a file is marked as made by AI, by the format that its name says.

import type { MarkKind, Unmarkable } from '../../../shared/library/provenance.ts';
import type { ByteSource } from '../../byte-source.ts';
import { planFlac } from './mark-flac.ts';
import { planJpeg } from './mark-jpeg.ts';
import { planMp3 } from './mark-mp3.ts';
import { planOgg } from './mark-ogg.ts';
import { planPng } from './mark-png.ts';
import { planWav } from './mark-wav.ts';
import { planWebp } from './mark-webp.ts';
import type { MarkPlan, PlanMark } from './plan.ts';

const PLANNERS: ReadonlyMap<string, PlanMark> = new Map([
  ['png', planPng],
  ['jpg', planJpeg],
  ['webp', planWebp],
  ['mp3', planMp3],
  ['ogg', planOgg],
  ['flac', planFlac],
  ['wav', planWav],
]);

/**
 * Plans the mark. Whatever the bytes are, it comes to an end, and nothing but places of metadata is changed.
 * @param extension of the file, without a dot. Rejects with the disk's error.
 */
export async function planMark(source: ByteSource, extension: string, kind: MarkKind): Promise<MarkPlan | Unmarkable> {
  return (await PLANNERS.get(extension)?.(source, kind)) ?? 'noPlace';
}
