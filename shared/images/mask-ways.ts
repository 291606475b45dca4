// The ways a mask is told to a relay: a file, a marked copy of the picture, coordinates in the instruction. Says which of them go; makes none.

import type { RequestForm } from './edit-fields.ts';

/** A person's choice; `markedRegion` is a marked copy and coordinates. */
export const MASK_CHOICES = ['automatic', 'file', 'marked', 'region', 'markedRegion'] as const;
export type MaskChoice = (typeof MASK_CHOICES)[number];

/** What goes out for a mask. None of them: only the protected composite knows of it. */
export type MaskWays = {
  /** The `mask` part, a PNG with a transparent area (relay API §2.3, multipart only). */
  hasFile: boolean;
  /** A copy of picture 1 with the area marked, as the last picture. */
  hasMarkedCopy: boolean;
  /** Coordinates of the area, added to the instruction. */
  hasRegion: boolean;
};

/**
 * What goes out for a mask in a form. Automatic: the file in multipart; in JSON, which has no field for it, the area in the instruction (relay API
 * §2.3: "it is recommended to state the preserved area, the modified area").
 */
export function maskWays(choice: MaskChoice, form: RequestForm): MaskWays {
  const isAutomatic = choice === 'automatic';
  return {
    hasFile: form === 'multipart' && (isAutomatic || choice === 'file'),
    hasMarkedCopy: choice === 'marked' || choice === 'markedRegion',
    hasRegion: choice === 'region' || choice === 'markedRegion' || (isAutomatic && form === 'json'),
  };
}
