// Decides how a mask is delivered to a relay: as a file, as an annotated image, as coordinates in the instruction.

import type { RequestForm } from './edit-fields.ts';

/** A person's choice; `annotatedRegion` is an annotated image and coordinates. */
export const MASK_CHOICES = ['automatic', 'file', 'annotated', 'region', 'annotatedRegion'] as const;
export type MaskChoice = (typeof MASK_CHOICES)[number];

/** What is sent for a mask. If nothing is sent, the mask is used only in the protected composite. */
export type MaskDelivery = {
  /** The `mask` part, a PNG with a transparent area (relay API §2.3, multipart only). */
  hasFile: boolean;
  /** A copy of picture 1 with the area annotated, sent as the last picture. */
  hasAnnotatedImage: boolean;
  /** Coordinates of the area, added to the instruction. */
  hasRegion: boolean;
};

/**
 * Returns what is sent for a mask in a form. Automatic: the file in multipart; in JSON, which has no field for it, the
 * area in the instruction (relay API §2.3: "it is recommended to state the preserved area, the modified area").
 */
export function maskDelivery(choice: MaskChoice, form: RequestForm): MaskDelivery {
  const isAutomatic = choice === 'automatic';
  return {
    hasFile: form === 'multipart' && (isAutomatic || choice === 'file'),
    hasAnnotatedImage: choice === 'annotated' || choice === 'annotatedRegion',
    hasRegion: choice === 'region' || choice === 'annotatedRegion' || (isAutomatic && form === 'json'),
  };
}
