// Detects by its description whether an ICC profile is plain sRGB: ICC.1, tag `desc`.

import { hasMark, u8, u32be } from './bytes.ts';

/** Descriptions of embedded sRGB profiles; browsers treat these like a missing profile. */
const SRGB_NAMES = /^(sRGB IEC61966-2[.-]1|sRGB|sRGB built-in|c2|uRGB)( |$)/;
const MAX_TAGS = 100;
const MAX_NAME_CHARACTERS = 80;

/** Checks the profile from `start` to `end`. A truncated profile is not treated as sRGB. */
export function isSrgbProfile(bytes: Uint8Array, start: number, end: number): boolean {
  const count = Math.min(MAX_TAGS, u32be(bytes, start + 128));
  for (let entry = start + 132, left = count; left > 0 && entry + 12 <= end; entry += 12, left--) {
    if (hasMark(bytes, entry, 'desc')) return SRGB_NAMES.test(readText(bytes, start + u32be(bytes, entry + 4), end));
  }
  return false;
}

/** The text of a description: ASCII in profiles of version 2, UTF-16 in later ones. */
function readText(bytes: Uint8Array, at: number, end: number): string {
  const isUnicode = hasMark(bytes, at, 'mluc');
  const start = isUnicode ? at + u32be(bytes, at + 24) : at + 12;
  const step = isUnicode ? 2 : 1;
  const characters = isUnicode ? u32be(bytes, at + 20) / 2 : u32be(bytes, at + 8);
  let text = '';
  for (let i = 0; i < Math.min(characters, MAX_NAME_CHARACTERS); i++) {
    const place = start + i * step + (step - 1);
    const code = place < end ? u8(bytes, place) : 0;
    if (code === 0) break;
    text += String.fromCharCode(code);
  }
  return text;
}
