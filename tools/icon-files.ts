// Packs rendered icon pictures into the containers of Windows and macOS. Independent of how pictures are drawn.

/** A square picture: its PNG file and its pixels as RGBA rows from the top. */
export type IconPicture = { sizePx: number; png: Buffer; rgba: Buffer };

/**
 * Types of .icns entries that contain a PNG, by the picture's side in pixels; a side may represent a size and half that
 * size on high-density screens.
 */
const ICNS_TYPES: Readonly<Record<number, readonly string[]>> = {
  32: ['ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/**
 * Builds an Apple icon file: `icns`, the total length, then entries of type, length and PNG, all big endian. Sides
 * without a type are omitted.
 */
export function packIcns(pictures: readonly IconPicture[]): Buffer {
  const entries = pictures.flatMap(({ sizePx, png }) =>
    (ICNS_TYPES[sizePx] ?? []).map((type) => Buffer.concat([chunkHead(type, png.length), png])),
  );
  const body = Buffer.concat(entries);
  return Buffer.concat([chunkHead('icns', body.length), body]);
}

/**
 * Builds a Windows icon file (ICONDIR, entries, pictures). Below 256 pixels as bitmaps, which the installer's compiler
 * requires, from 256 as PNG.
 */
export function packIco(pictures: readonly IconPicture[]): Buffer {
  const files = pictures.map((picture) => (picture.sizePx < 256 ? bitmapOf(picture) : picture.png));
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, file] of files.entries()) {
    const at = 6 + 16 * index;
    const side = (pictures[index]?.sizePx ?? 0) % 256;
    head.writeUInt8(side, at);
    head.writeUInt8(side, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(file.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += file.length;
  }
  return Buffer.concat([head, ...files]);
}

function chunkHead(type: string, bodyBytes: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(bodyBytes + 8, 4);
  return head;
}

/**
 * Builds a 32-bit device-independent bitmap: header of double height, BGRA rows from the bottom, an empty one-bit mask.
 */
function bitmapOf({ sizePx, rgba }: IconPicture): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(sizePx, 4);
  header.writeInt32LE(sizePx * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const pixels = Buffer.alloc(sizePx * sizePx * 4);
  for (let row = 0; row < sizePx; row++) {
    rgba.copy(pixels, (sizePx - 1 - row) * sizePx * 4, row * sizePx * 4, (row + 1) * sizePx * 4);
  }
  for (let at = 0; at < pixels.length; at += 4) pixels.subarray(at, at + 3).reverse();
  return Buffer.concat([header, pixels, Buffer.alloc(Math.ceil(sizePx / 32) * 4 * sizePx)]);
}
