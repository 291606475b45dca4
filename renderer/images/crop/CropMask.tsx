// The mask of picture 1 over the picture that is cropped or extended.

import { useEffect, useRef, useState } from 'react';
import type { OverlayColorId } from '../../../shared/images/mask-tools.ts';
import type { Size } from '../../../shared/images/size.ts';
import { OVERLAY_COLORS } from '../../engines/mask/view/overlay.ts';
import { type Cropping, sizeOf } from '../images-state.ts';
import type { MaskStage } from '../mask/mask-stage.ts';
import styles from './CropLayer.module.css';
import { type CropView, cssOfCrop } from './crop-view.ts';

/** The longer side of the drawing, in pixels. */
const DRAWN_PX = 1024;
/** The opacity of what is masked. */
const OPACITY = 0.5;

type CropMaskProps = { stage: MaskStage; cropping: Cropping; view: CropView };

/** The drawing of the mask; nothing without one. */
export function CropMask({ stage, cropping: { base, before, crop, pictureKey }, view }: CropMaskProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isShown, setShown] = useState(false);
  const { width, height } = before.frame;
  useEffect(() => {
    let isCurrent = true;
    const draw = async (): Promise<void> => {
      const coverage = await stage.coverage(pictureKey).catch(() => null);
      if (!isCurrent || canvas.current === null) return;
      setShown(
        coverage !== null && drawMask(canvas.current, coverage, { width, height }, stage.settings().overlayColor),
      );
    };
    void draw();
    return () => {
      isCurrent = false;
    };
  }, [stage, pictureKey, width, height]);
  return (
    <canvas
      ref={canvas}
      className={styles.mask}
      hidden={!isShown}
      data-crop-mask=""
      style={{
        width: width * view.scale,
        height: height * view.scale,
        transform: cssOfCrop(before, crop, sizeOf(base), view),
      }}
    />
  );
}

/** Draws a mask reduced. @returns whether it belongs to a picture of that size */
function drawMask(
  canvas: HTMLCanvasElement,
  coverage: Uint8Array,
  { width, height }: Size,
  color: OverlayColorId,
): boolean {
  if (coverage.length !== width * height) return false;
  const step = Math.max(1, Math.max(width, height) / DRAWN_PX);
  canvas.width = Math.max(1, Math.round(width / step));
  canvas.height = Math.max(1, Math.round(height / step));
  const image = new ImageData(canvas.width, canvas.height);
  for (let y = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++) {
      const [u, v] = [Math.floor(((x + 0.5) * width) / canvas.width), Math.floor(((y + 0.5) * height) / canvas.height)];
      image.data.set([...OVERLAY_COLORS[color], OPACITY * (coverage[v * width + u] ?? 0)], 4 * (y * canvas.width + x));
    }
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return true;
}
