// The facts about a stored media file, as its row and the sidecars of its items have them. Both are hostile input.

import { z } from 'zod';
import { mediaIdSchema } from '../../shared/contract/media.ts';
import { DEFAULT_PCM_RATE_HZ, PCM_RATE_HZ } from '../../shared/speech/formats.ts';
import { isRawExtension, mimeOfExtension } from './media-types.ts';

/** A stored media file, with the facts that its bytes do not contain. `pcmRateHz` is set for headerless pcm only. */
export type StoredMedia = {
  mediaId: string;
  extension: string;
  mime: string;
  sizeBytes: number;
  pcmRateHz: number | null;
};

const rateSchema = z.number().int().min(PCM_RATE_HZ.min).max(PCM_RATE_HZ.max);

/**
 * Checks the facts: the extension is of the closed set, the type is that of the extension whatever is stored, and pcm
 * has a rate within its limits, the default one if the stored one is not.
 */
export const storedMediaSchema = z
  .object({
    mediaId: mediaIdSchema,
    extension: z.string().refine((extension) => mimeOfExtension(extension) !== undefined),
    sizeBytes: z.number().int().nonnegative(),
    pcmRateHz: z.unknown(),
  })
  .transform(({ mediaId, extension, sizeBytes, pcmRateHz }): StoredMedia => {
    const rate = rateSchema.catch(DEFAULT_PCM_RATE_HZ);
    return {
      mediaId,
      extension,
      mime: mimeOfExtension(extension) ?? '',
      sizeBytes,
      pcmRateHz: isRawExtension(extension) ? rate.parse(pcmRateHz) : null,
    };
  });

/** Reads a row of the `media` table. @throws ZodError if it names no possible media file. */
export function readMediaRow(row: Record<string, unknown>): StoredMedia {
  const { id: mediaId, extension, size_bytes: sizeBytes, pcm_rate_hz: pcmRateHz } = row;
  return storedMediaSchema.parse({ mediaId, extension, sizeBytes, pcmRateHz });
}
