// Makes the file as which a picture is saved: in a chosen format, quality and size, with what is kept of its source.

import type { OutputFormat } from '../../../shared/images/limits.ts';
import { addMetadata } from '../../../shared/images/metadata/add-metadata.ts';
import { carriedMetadata, plainExif } from '../../../shared/images/metadata/carried-metadata.ts';
import { readPictureHeader } from '../../../shared/images/picture-header.ts';
import { savedWidth } from '../../../shared/library/saving.ts';
import type { Checkpoint } from '../../engines/pixels/checkpoint.ts';
import { decodePixels } from '../../engines/pixels/codec/decode.ts';
import { encodeLossy } from '../../engines/pixels/codec/encode.ts';
import { encodePng } from '../../engines/pixels/codec/png.ts';
import { type Pixels, release } from '../../engines/pixels/pixels.ts';
import { scaledRows } from '../../engines/pixels/resampling/resample.ts';
import type { EncodeAsInput, EncodedPicture, OwnBytes } from './tasks-contract.ts';

/**
 * Encodes a picture file. JPEG has no transparency: transparent parts become white, which is reported. WebP keeps
 * transparency; PNG keeps everything, and has alpha only where something is transparent. A file that has the format
 * already, and would not become smaller, keeps its pixels as they are.
 */
export async function encodeAs(input: EncodeAsInput, checkpoint: Checkpoint): Promise<EncodedPicture> {
  const { bytes, format, scale, widthPx } = input;
  if (format === 'asIs') return { bytes: withDetails(bytes, input), isFlattened: false };
  const header = readPictureHeader(bytes);
  const isPlain =
    header !== undefined &&
    header.format === format &&
    header.orientation === 1 &&
    !header.hasProfile &&
    savedWidth(header.widthPx, scale, widthPx) === header.widthPx;
  const mayLoseAlpha = header?.components === 4 && header.bitDepth === 8;
  if (isPlain && format === 'png' && !mayLoseAlpha) return { bytes: withDetails(bytes, input), isFlattened: false };
  const made = await encode({ ...input, format }, checkpoint);
  const isKept = isPlain && (format === 'png' ? made.isTransparent : made.bytes.length >= bytes.length);
  return { isFlattened: made.isFlattened, bytes: withDetails(isKept ? bytes : made.bytes, input) };
}

async function encode(
  { bytes, format, quality, scale, widthPx }: EncodeAsInput & { format: OutputFormat },
  checkpoint: Checkpoint,
): Promise<EncodedPicture & { isTransparent: boolean }> {
  const pixels = await decodePixels(bytes, checkpoint);
  try {
    const isFlattened = format === 'jpeg' && !pixels.isOpaque;
    if (isFlattened) layOnWhite(pixels);
    const width = savedWidth(pixels.width, scale, widthPx);
    const height = Math.max(1, Math.round((pixels.height * width) / pixels.width));
    // What is left transparent is multiplied by alpha in a lossy file, which loses no more than that does.
    const rows = scaledRows({ ...pixels, isOpaque: isFlattened || pixels.isOpaque }, width, height);
    const file = format === 'png' ? encodePng(rows, checkpoint) : encodeLossy(rows, format, quality, checkpoint);
    return { bytes: await file, isFlattened, isTransparent: !pixels.isOpaque };
  } finally {
    release(pixels);
  }
}

/** Adds what is kept of the source, and that the colours are sRGB. */
function withDetails(file: OwnBytes, { details, format }: EncodeAsInput): OwnBytes {
  const header = readPictureHeader(file);
  if (header === undefined) return file;
  const carried = carriedMetadata(details, details?.keepsPlace === true, header);
  // Without a profile, only EXIF says which colours a JPEG has.
  const plain = { exif: format === 'jpeg' ? plainExif(header) : undefined, density: undefined };
  return addMetadata(file, carried ?? plain);
}

function layOnWhite({ data }: Pixels): void {
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] ?? 255;
    for (let channel = i; channel < i + 3; channel++) {
      data[channel] = ((data[channel] ?? 0) * alpha + 255 * (255 - alpha)) / 255;
    }
    data[i + 3] = 255;
  }
}
