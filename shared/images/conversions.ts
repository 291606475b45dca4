// What is lost or changed when a picture is opened: it is edited in 8 bits and sRGB. Pure functions.

import type { PictureHeader } from './headers/types.ts';

/** `bits`: it has more than 8 for each sample; `cmyk`: its colours are for print; `colours`: they are not sRGB. */
export const CONVERSIONS = ['bits', 'cmyk', 'colours'] as const;
export type Conversion = (typeof CONVERSIONS)[number];

/** What is converted when a picture with this header is opened; that its colours were for print says the rest. */
export function conversionsOf({ format, bitDepth, components, hasProfile }: PictureHeader): Conversion[] {
  const isCmyk = format === 'jpeg' && components === 4;
  return [
    ...(bitDepth > 8 ? (['bits'] as const) : []),
    ...(isCmyk ? (['cmyk'] as const) : hasProfile ? (['colours'] as const) : []),
  ];
}
