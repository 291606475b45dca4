// Puts an EXIF block and a resolution into a JPEG, PNG or WebP file, in place of those it has. No pixel changes.

import { hasMark, u8, u16be, u32be, u32le } from '../headers/bytes.ts';
import { crc32 } from '../headers/crc32.ts';
import { readPictureHeader } from '../picture-header.ts';
import type { Density } from './exif-details.ts';

/**
 * What is put into a file; what is undefined stays as the file has it. A PNG that names no colours is marked as sRGB in
 * any case.
 */
export type NewMetadata = { exif: Uint8Array | undefined; density: Density | undefined };

type Bytes = Uint8Array<ArrayBuffer>;
/** Bytes of the file that stay, or others. */
type Piece = Uint8Array;

const INCHES_PER_METRE = 100 / 2.54;
const [SOI, APP0, APP1, APP11, APP14, START_OF_SCAN] = [0xd8, 0xe0, 0xe1, 0xeb, 0xee, 0xda];
const MAX_SEGMENT_BYTES = 0xffff;

/** @returns the file; unchanged if it is of another format, signed (C2PA), or cannot be followed. Never throws. */
export function addMetadata(file: Bytes, metadata: NewMetadata): Bytes {
  const format = readPictureHeader(file)?.format;
  const pieces =
    format === 'jpeg'
      ? jpegPieces(file, metadata)
      : format === 'png'
        ? pngPieces(file, metadata)
        : format === 'webp'
          ? webpPieces(file, metadata)
          : undefined;
  return pieces === undefined ? file : joined(pieces);
}

function joined(pieces: readonly Piece[]): Bytes {
  const file = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    file.set(piece, at);
    at += piece.length;
  }
  return file;
}

/** JFIF, then EXIF, then all other segments as they are. */
function jpegPieces(file: Bytes, { exif, density }: NewMetadata): Piece[] | undefined {
  const others: Piece[] = [];
  let jfif: Piece | undefined;
  let isAdobe = false;
  let at = 2;
  for (;;) {
    const marker = u8(file, at + 1);
    // Standalone markers and padding are not expected here.
    if (u8(file, at) !== 0xff || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || marker === 0xff)
      return undefined;
    const end = at + 2 + Math.max(2, u16be(file, at + 2));
    if (end > file.length || (marker === APP11 && hasMark(file, at + 4, 'JP'))) return undefined;
    if (marker === START_OF_SCAN) break;
    const segment = file.subarray(at, end);
    if (marker === APP0 && hasMark(file, at + 4, 'JFIF\0') && segment.length >= 18) jfif ??= segment.slice();
    else if (exif === undefined || marker !== APP1 || !hasMark(file, at + 4, 'Exif\0')) others.push(segment);
    isAdobe ||= marker === APP14;
    at = end;
  }
  // JFIF would change what the colours of a file by Adobe mean.
  if (density !== undefined && !isAdobe) jfif ??= segmentOf(APP0, [...text('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  if (jfif !== undefined && density !== undefined) {
    const view = new DataView(jfif.buffer, jfif.byteOffset);
    jfif[11] = 1;
    view.setUint16(12, Math.round(density.x));
    view.setUint16(14, Math.round(density.y));
  }
  const block = exif && segmentOf(APP1, [...text('Exif\0\0'), ...exif]);
  return [
    new Uint8Array([0xff, SOI]),
    ...[jfif, block].filter((one) => one !== undefined),
    ...others,
    file.subarray(at),
  ];
}

function segmentOf(marker: number, content: readonly number[]): Piece {
  const length = Math.min(MAX_SEGMENT_BYTES, 2 + content.length);
  return new Uint8Array([0xff, marker, length >> 8, length & 0xff, ...content.slice(0, length - 2)]);
}

/** Behind the header: sRGB, if the file does not say its colours, resolution and EXIF; then all other chunks. */
function pngPieces(file: Bytes, { exif, density }: NewMetadata): Piece[] | undefined {
  const kept: Piece[] = [];
  let hasColours = false;
  // Neighbours stay in one piece.
  let from = 33;
  for (let at = 33; ; ) {
    const end = at + 12 + u32be(file, at);
    if (end > file.length) return undefined;
    const is = (...types: string[]): boolean => types.some((type) => hasMark(file, at + 4, type));
    if (is('caBX')) return undefined;
    hasColours ||= is('sRGB', 'iCCP', 'cICP', 'gAMA', 'cHRM');
    if ((exif !== undefined && is('eXIf')) || (density !== undefined && is('pHYs'))) {
      kept.push(file.subarray(from, at));
      from = end;
    }
    at = end;
    if (is('IEND')) break;
    if (at >= file.length) return undefined;
  }
  kept.push(file.subarray(from));
  const physical = new Uint8Array(9);
  const view = new DataView(physical.buffer);
  view.setUint32(0, Math.round((density?.x ?? 0) * INCHES_PER_METRE));
  view.setUint32(4, Math.round((density?.y ?? 0) * INCHES_PER_METRE));
  physical[8] = 1;
  return [
    file.subarray(0, 33),
    ...(hasColours ? [] : [chunkOf('sRGB', new Uint8Array([0]))]),
    ...(density === undefined ? [] : [chunkOf('pHYs', physical)]),
    ...(exif === undefined ? [] : [chunkOf('eXIf', exif)]),
    ...kept,
  ];
}

function chunkOf(type: string, data: Uint8Array): Piece {
  const chunk = new Uint8Array(12 + data.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  chunk.set(text(type), 4);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(0, chunk.subarray(4, 8 + data.length)));
  return chunk;
}

const HAS_EXIF = 0x08;
const HAS_ALPHA = 0x10;
const EXTENDED_BYTES = 10;

/** The extended header, all chunks but EXIF, and EXIF at the end. */
function webpPieces(file: Bytes, { exif }: NewMetadata): Piece[] | undefined {
  if (exif === undefined) return undefined;
  const header = readPictureHeader(file);
  const stated = 8 + u32le(file, 4);
  const isExtended = hasMark(file, 12, 'VP8X');
  if (header === undefined || stated > file.length + 1 || (isExtended && u32le(file, 16) !== EXTENDED_BYTES))
    return undefined;
  const extended = isExtended ? file.slice(12, 30) : riffChunk('VP8X', new Uint8Array(EXTENDED_BYTES));
  if (!isExtended) {
    const [width, height] = [header.widthPx - 1, header.heightPx - 1];
    extended.set([width & 0xff, width >> 8, 0, height & 0xff, height >> 8, 0], 12);
    extended[8] = header.hasAlpha === true ? HAS_ALPHA : 0;
  }
  extended[8] = u8(extended, 8) | HAS_EXIF;
  const kept: Piece[] = [];
  for (let at = isExtended ? 30 : 12; at < Math.min(stated, file.length); ) {
    const length = u32le(file, at + 4);
    const end = at + 8 + length + (length % 2);
    if (at + 8 + length > file.length || hasMark(file, at, 'C2PA')) return undefined;
    if (!hasMark(file, at, 'EXIF')) {
      kept.push(file.subarray(at, end));
      // The padding of the last chunk may be missing.
      if (end > file.length) kept.push(new Uint8Array(1));
    }
    at = end;
  }
  const body = [text('WEBP'), extended, ...kept, riffChunk('EXIF', exif)];
  const start = new Uint8Array(8);
  start.set(text('RIFF'));
  const bodyBytes = body.reduce((sum, { length }) => sum + length, 0);
  new DataView(start.buffer).setUint32(4, bodyBytes, true);
  return [start, ...body];
}

function riffChunk(type: string, data: Uint8Array): Piece {
  const chunk = new Uint8Array(8 + data.length + (data.length % 2));
  chunk.set(text(type));
  new DataView(chunk.buffer).setUint32(4, data.length, true);
  chunk.set(data, 8);
  return chunk;
}

function text(ascii: string): Uint8Array {
  return Uint8Array.from(ascii, (character) => character.charCodeAt(0));
}
