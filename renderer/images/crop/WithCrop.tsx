// The crop that is shown, for views: it changes with every move of the frame, so only what draws it follows it.

import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Cropping } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';

/** Whether picture 1 is being cropped, or extended; null for neither. */
export function useCropKind(store: ImagesStore): Cropping['kind'] | null {
  return useStore(store, ({ middle, cropping }) => (middle.kind === 'cropping' ? (cropping?.kind ?? null) : null));
}

type WithCropProps = { store: ImagesStore; children: (cropping: Cropping) => ReactNode };

/** Draws what belongs to the crop; nothing while nothing is cropped. */
export function WithCrop({ store, children }: WithCropProps): ReactNode {
  const cropping = useStore(store, (images) => (images.middle.kind === 'cropping' ? images.cropping : null));
  return cropping && children(cropping);
}
