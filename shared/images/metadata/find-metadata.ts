// Finds the EXIF block and the resolution of a JPEG, PNG or WebP file without reading its pixels.

import { hasMark, u8, u16be, u32be, u32le } from '../headers/bytes.ts';
import { tiffStart } from '../headers/exif.ts';
import type { ReadableFile } from '../headers/structure.ts';
import { sniffPicture } from '../picture-header.ts';
import { type Density, density } from './exif-details.ts';

/** What a file says of itself: its EXIF block as it is, and its resolution where that is stated outside of EXIF. */
export type FoundMetadata = { exif: Uint8Array | undefined; density: Density | undefined };

/** More of a block is not read: what follows is thumbnails. */
const EXIF_BYTES = 64 * 1024;
const MAX_PARTS = 10_000;
const CM_PER_INCH = 2.54;
const INCHES_PER_METRE = 100 / CM_PER_INCH;
const START_OF_SCAN = 0xda;

/**
 * Reads a file of any kind; nothing is found in one of another format, or behind what is broken.
 * @throws what `read` throws
 */
export async function findMetadata(file: ReadableFile): Promise<FoundMetadata> {
  const found: FoundMetadata = { exif: undefined, density: undefined };
  const format = sniffPicture(await file.read(0, 64));
  if (format === 'jpeg') await followJpeg(file, found);
  if (format === 'png') await followPng(file, found);
  if (format === 'webp') await followWebp(file, found);
  return found;
}

async function followJpeg(file: ReadableFile, found: FoundMetadata): Promise<void> {
  for (let at = 2, parts = 0; parts < MAX_PARTS; parts++) {
    const head = await file.read(at, 18);
    const marker = u8(head, 1);
    if (head.length < 4 || u8(head, 0) !== 0xff || marker === START_OF_SCAN) return;
    const length = Math.max(2, u16be(head, 2));
    if (marker === 0xe0 && hasMark(head, 4, 'JFIF\0')) {
      const unit = [0, 1, CM_PER_INCH][u8(head, 11)] ?? 0;
      found.density ??= density(u16be(head, 12) * unit, u16be(head, 14) * unit);
    }
    if (marker === 0xe1 && hasMark(head, 4, 'Exif\0')) found.exif ??= await file.read(at + 10, length - 8);
    at += 2 + length;
  }
}

async function followPng(file: ReadableFile, found: FoundMetadata): Promise<void> {
  for (let at = 8, parts = 0; parts < MAX_PARTS; parts++) {
    const head = await file.read(at, 17);
    if (head.length < 12 || hasMark(head, 4, 'IEND')) return;
    const length = u32be(head, 0);
    if (hasMark(head, 4, 'pHYs') && u8(head, 16) === 1)
      found.density ??= density(u32be(head, 8) / INCHES_PER_METRE, u32be(head, 12) / INCHES_PER_METRE);
    if (hasMark(head, 4, 'eXIf')) found.exif ??= await file.read(at + 8, Math.min(length, EXIF_BYTES));
    at += 12 + length;
  }
}

async function followWebp(file: ReadableFile, found: FoundMetadata): Promise<void> {
  for (let at = 12, parts = 0; parts < MAX_PARTS; parts++) {
    const head = await file.read(at, 8);
    if (head.length < 8) return;
    const length = u32le(head, 4);
    if (hasMark(head, 0, 'EXIF')) {
      const block = await file.read(at + 8, Math.min(length, EXIF_BYTES));
      found.exif ??= block.subarray(tiffStart(block, 0));
    }
    at += 8 + length + (length % 2);
  }
}
