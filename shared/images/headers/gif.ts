// GIF headers: the GIF89a screen, and the blocks that the bytes contain.

import { hasMark, u8, u16le } from './bytes.ts';
import type { PictureHeader } from './types.ts';

/** Reads a GIF header. */
export function readGif(bytes: Uint8Array): PictureHeader | undefined {
  if (bytes.length < 13) return undefined;
  const { frames, isLooping, hasTransparency } = readBlocks(bytes);
  return {
    format: 'gif',
    mime: 'image/gif',
    widthPx: u16le(bytes, 6),
    heightPx: u16le(bytes, 8),
    // A frame smaller than the screen also leaves transparent pixels, so full opacity is known only after decoding.
    hasAlpha: hasTransparency ? true : undefined,
    orientation: 1,
    bitDepth: 8,
    isAnimated: frames > 1 || isLooping,
    hasProfile: false,
    components: 3,
    isDecodable: true,
  };
}

function readBlocks(bytes: Uint8Array): { frames: number; isLooping: boolean; hasTransparency: boolean } {
  const found = { frames: 0, isLooping: false, hasTransparency: false };
  for (let at = 13 + tableBytes(u8(bytes, 10)); at < bytes.length; ) {
    const kind = u8(bytes, at);
    if (kind === 0x2c) {
      found.frames += 1;
      at = skipData(bytes, at + 11 + tableBytes(u8(bytes, at + 9)));
    } else if (kind === 0x21) {
      const label = u8(bytes, at + 1);
      if (label === 0xf9 && (u8(bytes, at + 3) & 1) === 1) found.hasTransparency = true;
      if (label === 0xff && hasMark(bytes, at + 3, 'NETSCAPE2.0')) found.isLooping = true;
      at = skipData(bytes, at + 2);
    } else break;
  }
  return found;
}

/** Size of a colour table, from its flags. */
function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Returns the position after a chain of sub-blocks. */
function skipData(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && u8(bytes, at) !== 0) at += 1 + u8(bytes, at);
  return at + 1;
}
