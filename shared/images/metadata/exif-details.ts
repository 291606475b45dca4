// Copies what an EXIF block (CIPA DC-008, TIFF 6.0) says of a picture’s maker, date, camera, resolution and place into
// a new block. All else stays behind: thumbnails, notes of camera makers, serial numbers, edited sizes.

import { hasMark, u16be, u16le, u32be, u32le } from '../headers/bytes.ts';
import type { PictureHeader } from '../headers/types.ts';

/** A value as it is in the file, in its byte order. */
type Entry = { tag: number; type: number; count: number; value: Uint8Array };

/** What is copied from an EXIF block. */
export type ExifDetails = {
  isLittle: boolean;
  /** Of the first directory: maker, camera, date, resolution. */
  main: readonly Entry[];
  /** How the picture was taken. */
  camera: readonly Entry[];
  /** Where it was taken (GPS). */
  place: readonly Entry[];
};

/** Pixels per inch, across and down. */
export type Density = { x: number; y: number };

/** Bytes per value of the types 1 to 12. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8] as const;
const TYPE = { ascii: 2, short: 3, long: 4, rational: 5, undefined: 7 } as const;
const TAG = {
  orientation: 0x0112,
  xResolution: 0x011a,
  yResolution: 0x011b,
  resolutionUnit: 0x0128,
  camera: 0x8769,
  place: 0x8825,
  version: 0x9000,
  colourSpace: 0xa001,
  widthPx: 0xa002,
  heightPx: 0xa003,
} as const;
const RESOLUTION: ReadonlySet<number> = new Set([TAG.xResolution, TAG.yResolution, TAG.resolutionUnit]);
/** Make, model, DateTime, Artist, Copyright. */
const MAIN: ReadonlySet<number> = new Set([0x010f, 0x0110, 0x0132, 0x013b, 0x8298, ...RESOLUTION]);
/** Exposure, dates with their zones and fractions, flash, focal length, lens; neither owner nor serial numbers. */
const CAMERA: ReadonlySet<number> = new Set([
  0x829a, 0x829d, 0x8822, 0x8827, 0x8830, 0x8831, 0x8832, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9201, 0x9202,
  0x9203, 0x9204, 0x9205, 0x9207, 0x9208, 0x9209, 0x920a, 0x9290, 0x9291, 0x9292, 0xa402, 0xa403, 0xa404, 0xa405,
  0xa406, 0xa432, 0xa433, 0xa434,
]);
const LAST_PLACE_TAG = 0x1f;
/** Longer values are left out; a segment of a JPEG holds 64 KB. */
const MAX_VALUE_BYTES = 4096;
const MAX_BYTES = 60_000;
const MAX_ENTRIES = 1000;
const ENTRY_BYTES = 12;
const HEADER_BYTES = 8;
const CM_PER_INCH = 2.54;
const INCH = 2;
const CENTIMETRE = 3;
const SRGB = 1;
/** The profile says which colours they are. */
const UNCALIBRATED = 0xffff;

type Reader = { bytes: Uint8Array; isLittle: boolean; u16: typeof u16be; u32: typeof u32be };

/** Reads an EXIF block without the leading `Exif\0\0`. @returns undefined if it is broken. Never throws. */
export function readExif(bytes: Uint8Array): ExifDetails | undefined {
  const isLittle = hasMark(bytes, 0, 'II');
  const reader: Reader = { bytes, isLittle, u16: isLittle ? u16le : u16be, u32: isLittle ? u32le : u32be };
  if ((!isLittle && !hasMark(bytes, 0, 'MM')) || reader.u16(bytes, 2) !== 42) return undefined;
  const first = readDirectory(reader, reader.u32(bytes, 4));
  if (first === undefined) return undefined;
  const linked = (tag: number): readonly Entry[] => {
    const link = first.find((entry) => entry.tag === tag && entry.type === TYPE.long && entry.count === 1);
    return (link && readDirectory(reader, reader.u32(link.value, 0))) ?? [];
  };
  return {
    isLittle,
    main: first.filter(({ tag }) => MAIN.has(tag)),
    camera: linked(TAG.camera).filter(({ tag }) => CAMERA.has(tag)),
    place: linked(TAG.place).filter(({ tag }) => tag <= LAST_PLACE_TAG),
  };
}

/** The readable entries of a directory, each tag once; undefined if it is not within the block. */
function readDirectory({ bytes, u16, u32 }: Reader, start: number): Entry[] | undefined {
  const count = u16(bytes, start);
  if (start < HEADER_BYTES || count === 0 || start + 2 + count * ENTRY_BYTES > bytes.length) return undefined;
  const entries = new Map<number, Entry>();
  for (let index = 0; index < Math.min(count, MAX_ENTRIES); index++) {
    const at = start + 2 + index * ENTRY_BYTES;
    const [tag, type, values] = [u16(bytes, at), u16(bytes, at + 2), u32(bytes, at + 4)];
    const length = values * (TYPE_BYTES[type] ?? 0);
    const from = length <= 4 ? at + 8 : u32(bytes, at + 8);
    if (length === 0 || length > MAX_VALUE_BYTES || from + length > bytes.length || entries.has(tag)) continue;
    entries.set(tag, { tag, type, count: values, value: bytes.slice(from, from + length) });
  }
  return [...entries.values()];
}

/** The resolution that EXIF states; undefined if it states none. */
export function exifDensity({ main, isLittle }: ExifDetails): Density | undefined {
  const [u16, u32] = isLittle ? [u16le, u32le] : [u16be, u32be];
  const raw = (tag: number, type: number): Uint8Array | undefined =>
    main.find((entry) => entry.tag === tag && entry.type === type)?.value;
  const unit = raw(TAG.resolutionUnit, TYPE.short);
  const perInch = { [INCH]: 1, [CENTIMETRE]: CM_PER_INCH }[unit ? u16(unit, 0) : INCH];
  const [x, y] = [TAG.xResolution, TAG.yResolution].map((tag) => {
    const value = raw(tag, TYPE.rational);
    return value && perInch !== undefined ? (u32(value, 0) / u32(value, 4)) * perInch : 0;
  });
  return density(x, y);
}

/** A resolution within reason, to a hundredth: 11811 pixels per metre are 300 per inch. Undefined for other numbers. */
export function density(x = 0, y = 0): Density | undefined {
  const isReal = (value: number): boolean => value >= 1 && value <= 0xffff;
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  return isReal(x) && isReal(y) ? { x: rounded(x), y: rounded(y) } : undefined;
}

/** The picture of a new block. */
export type DescribedPicture = Pick<PictureHeader, 'widthPx' | 'heightPx' | 'orientation' | 'hasProfile'>;

/** What a new block is to say. */
export type NewExif = {
  /** Undefined to say nothing but how the picture stands and which colours it has. */
  details: ExifDetails | undefined;
  keepsPlace: boolean;
  density: Density | undefined;
  picture: DescribedPicture;
};

/** Writes a block for a picture. At most 64 KB. */
export function writeExif({
  details,
  keepsPlace,
  density: dense,
  picture: { widthPx, heightPx, orientation, hasProfile },
}: NewExif): Uint8Array<ArrayBuffer> {
  const isLittle = details?.isLittle ?? false;
  const number = (tag: number, type: 'short' | 'long' | 'rational', ...values: number[]): Entry => {
    const width = type === 'short' ? 2 : 4;
    const value = new Uint8Array(width * values.length);
    const view = new DataView(value.buffer);
    for (const [index, one] of values.entries())
      if (width === 2) view.setUint16(index * width, one, isLittle);
      else view.setUint32(index * width, one, isLittle);
    return { tag, type: TYPE[type], count: type === 'rational' ? values.length / 2 : values.length, value };
  };
  const resolution = (tag: number, value: number): Entry => number(tag, 'rational', Math.round(value * 1000), 1000);
  const main = [
    ...(details?.main ?? []).filter(({ tag }) => !RESOLUTION.has(tag)),
    number(TAG.orientation, 'short', orientation),
    ...(dense === undefined
      ? []
      : [
          resolution(TAG.xResolution, dense.x),
          resolution(TAG.yResolution, dense.y),
          number(TAG.resolutionUnit, 'short', INCH),
        ]),
  ];
  const camera = [
    ...(details?.camera ?? []),
    { tag: TAG.version, type: TYPE.undefined, count: 4, value: new Uint8Array([0x30, 0x32, 0x33, 0x32]) },
    number(TAG.colourSpace, 'short', hasProfile ? UNCALIBRATED : SRGB),
    number(TAG.widthPx, 'long', widthPx),
    number(TAG.heightPx, 'long', heightPx),
  ];
  const place = keepsPlace ? (details?.place ?? []) : [];
  return layOut(isLittle, fitting(main, camera, place));
}

type Directories = { main: readonly Entry[]; camera: readonly Entry[]; place: readonly Entry[] };

/** Leaves out what would make the block too large, the last first. */
function fitting(main: readonly Entry[], camera: readonly Entry[], place: readonly Entry[]): Directories {
  let left = MAX_BYTES;
  const fits = ({ value }: Entry): boolean => {
    const needed = ENTRY_BYTES + value.length + (value.length % 2);
    if (needed > left) return false;
    left -= needed;
    return true;
  };
  // Short values, which the new block must have, are first.
  const kept = new Set(
    [...main, ...camera, ...place].sort((a, b) => Number(a.value.length > 8) - Number(b.value.length > 8)).filter(fits),
  );
  const [keptMain, keptCamera, keptPlace] = [main, camera, place].map((list) => list.filter((one) => kept.has(one)));
  return { main: keptMain ?? [], camera: keptCamera ?? [], place: keptPlace ?? [] };
}

function layOut(isLittle: boolean, { main, camera, place }: Directories): Uint8Array<ArrayBuffer> {
  const directoryBytes = (count: number): number => 2 + count * ENTRY_BYTES + 4;
  const cameraAt = HEADER_BYTES + directoryBytes(main.length + 1 + (place.length > 0 ? 1 : 0));
  const placeAt = cameraAt + directoryBytes(camera.length);
  const valuesAt = placeAt + (place.length > 0 ? directoryBytes(place.length) : 0);
  const all = [...main, ...camera, ...place];
  const valueBytes = all.reduce(
    (sum, { value }) => sum + (value.length > 4 ? value.length + (value.length % 2) : 0),
    0,
  );
  const bytes = new Uint8Array(valuesAt + valueBytes);
  const view = new DataView(bytes.buffer);
  const link = (tag: number, at: number): Entry => {
    const value = new Uint8Array(4);
    new DataView(value.buffer).setUint32(0, at, isLittle);
    return { tag, type: TYPE.long, count: 1, value };
  };
  let next = valuesAt;
  const writeDirectory = (start: number, entries: readonly Entry[]): void => {
    view.setUint16(start, entries.length, isLittle);
    for (const [index, { tag, type, count, value }] of [...entries].sort((a, b) => a.tag - b.tag).entries()) {
      const at = start + 2 + index * ENTRY_BYTES;
      view.setUint16(at, tag, isLittle);
      view.setUint16(at + 2, type, isLittle);
      view.setUint32(at + 4, count, isLittle);
      if (value.length <= 4) bytes.set(value, at + 8);
      else {
        view.setUint32(at + 8, next, isLittle);
        bytes.set(value, next);
        next += value.length + (value.length % 2);
      }
    }
  };
  bytes.fill(isLittle ? 0x49 : 0x4d, 0, 2);
  view.setUint16(2, 42, isLittle);
  view.setUint32(4, HEADER_BYTES, isLittle);
  writeDirectory(HEADER_BYTES, [
    ...main,
    link(TAG.camera, cameraAt),
    ...(place.length > 0 ? [link(TAG.place, placeAt)] : []),
  ]);
  writeDirectory(cameraAt, camera);
  if (place.length > 0) writeDirectory(placeAt, place);
  return bytes;
}
