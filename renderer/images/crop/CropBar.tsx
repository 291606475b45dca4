// The bar above the canvas while picture 1 is cropped: shape, size, angle, turns, and what ends it.

import { ArrowLeftRight, FlipHorizontal2, FlipVertical2, RotateCcwSquare, RotateCwSquare, Ruler } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  CROP_SHAPES,
  canStraighten,
  fieldOf,
  isSameCrop,
  isWhole,
  largestOf,
  longestSide,
  placed,
  ratioOf,
  roundedAngle,
  STRAIGHTEN,
} from '../../../shared/images/cropping.ts';
import type { Size } from '../../../shared/images/size.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { type Cropping, sizeOf } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import styles from '../mask/ToolBar.module.css';
import own from './CropBar.module.css';

type CropBarProps = {
  store: ImagesStore;
  cropping: Cropping;
  isLevelling: boolean;
  onLevel: (isLevelling: boolean) => void;
};

/** What does something of its own with Enter. */
const TAKES_ENTER = 'button, a, input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]';

/** The options. Enter applies the crop; Escape, which goes back on this screen, leaves it. */
export function CropBar({ store, cropping, isLevelling, onLevel }: CropBarProps) {
  const { t } = useTranslation();
  const { base, crop, before, shape, isSwapped, isBusy } = cropping;
  const field = fieldOf(crop, sizeOf(base));
  const { setCropShape, swapCropSides, straighten, turnCrop, flipCrop, resetCrop, applyCrop, leaveCrop } =
    store.getState();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isFree = !(event.target instanceof Element && event.target.closest(TAKES_ENTER));
      const isHeld = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key !== 'Enter' || isHeld || event.repeat || event.isComposing || event.defaultPrevented || !isFree)
        return;
      event.preventDefault();
      void store.getState().applyCrop();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [store]);
  const angle = `${crop.angle.toFixed(1)}°`;
  const isTooThin = !canStraighten(field.turned);
  return (
    <section className={styles.bar} aria-label={t('images.toolOptions')}>
      <div className={styles.options} inert={isBusy}>
        <span className={styles.option}>
          <Segmented
            label={t('images.cropShape')}
            value={shape}
            options={CROP_SHAPES.map((value) => ({
              value,
              label: value === 'free' || value === 'original' ? t(`images.cropShape.${value}`) : value,
            }))}
            onChange={setCropShape}
          />
          <IconButton
            label={t('images.cropSwap')}
            icon={<ArrowLeftRight size={16} aria-hidden />}
            aria-pressed={shape === 'free' ? undefined : isSwapped}
            onClick={swapCropSides}
          />
        </span>
        <SizeFields store={store} cropping={cropping} />
        <span className={styles.option}>
          <span aria-hidden className={styles.word}>
            {t('images.straighten')}
          </span>
          <Slider
            label={t('images.straighten')}
            aria-valuetext={angle}
            className={own.angle}
            value={crop.angle}
            min={-STRAIGHTEN.max}
            max={STRAIGHTEN.max}
            step={STRAIGHTEN.step}
            disabled={isTooThin}
            onChange={(next) => straighten(roundedAngle(next))}
            onDoubleClick={() => straighten(0)}
          />
          <NumberField
            label={t('images.straightenDegrees')}
            className={styles.field}
            value={crop.angle}
            min={-STRAIGHTEN.max}
            max={STRAIGHTEN.max}
            step={STRAIGHTEN.step}
            decimals={1}
            start={0}
            isDisabled={isTooThin}
            onChange={(next) => next !== null && straighten(roundedAngle(next))}
          />
          °
          <IconButton
            label={t('images.level')}
            icon={<Ruler size={16} aria-hidden />}
            aria-pressed={isLevelling}
            disabled={isTooThin}
            onClick={() => onLevel(!isLevelling)}
          />
        </span>
        <span className={styles.decision}>
          <IconButton
            label={t('images.turnLeft')}
            icon={<RotateCcwSquare size={16} aria-hidden />}
            onClick={() => turnCrop('left')}
          />
          <IconButton
            label={t('images.turnRight')}
            icon={<RotateCwSquare size={16} aria-hidden />}
            onClick={() => turnCrop('right')}
          />
          {/* The names of these icons say where their axis lies. */}
          <IconButton
            label={t('images.flipHorizontal')}
            icon={<FlipVertical2 size={16} aria-hidden />}
            onClick={() => flipCrop('horizontal')}
          />
          <IconButton
            label={t('images.flipVertical')}
            icon={<FlipHorizontal2 size={16} aria-hidden />}
            onClick={() => flipCrop('vertical')}
          />
        </span>
      </div>
      <span className={styles.decision}>
        <Button variant="plain" disabled={isBusy || isWhole(crop, sizeOf(base))} onClick={resetCrop}>
          {t('common.reset')}
        </Button>
        <Button variant="plain" onClick={leaveCrop}>
          {t('common.cancel')}
        </Button>
        <Button isBusy={isBusy} disabled={isSameCrop(crop, before)} onClick={() => void applyCrop()}>
          {t('images.apply')}
        </Button>
      </span>
    </section>
  );
}

/** Width and height of the frame. What there is no room for is refused, and said. */
function SizeFields({ store, cropping }: { store: ImagesStore; cropping: Cropping }) {
  const { t } = useTranslation();
  const [wrong, setWrong] = useState<keyof Size | null>(null);
  const { base, crop, shape, isSwapped } = cropping;
  const { frame } = crop;
  const field = fieldOf(crop, sizeOf(base));
  const ratio = ratioOf(shape, field.turned, isSwapped);
  const mostOf = (side: keyof Size): number => {
    const most = ratio === null ? longestSide(side, frame[OTHER[side]], field) : largestOf(ratio, field)[side];
    return Math.max(1, Math.floor(most + 1e-6));
  };
  const resize = (side: keyof Size, value: number): void => {
    const other = ratio === null ? frame[OTHER[side]] : Math.max(1, side === 'width' ? value / ratio : value * ratio);
    const size = side === 'width' ? { width: value, height: other } : { width: other, height: value };
    const centre = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
    store.getState().setCropFrame(placed(size, centre, field), `crop ${side}`);
  };
  return (
    <span className={styles.option}>
      {(['width', 'height'] as const).map((side) => (
        <span key={side} className={own.sides}>
          {side === 'height' && <span aria-hidden>×</span>}
          <NumberField
            label={t(`images.${side}`)}
            className={styles.field}
            value={frame[side]}
            min={1}
            max={mostOf(side)}
            step={1}
            decimals={0}
            start={frame[side]}
            describedBy={wrong === side ? WRONG_ID : undefined}
            onProblem={(isProblem) => setWrong(isProblem ? side : wrong === side ? null : wrong)}
            onChange={(value) => value !== null && resize(side, value)}
          />
        </span>
      ))}
      {wrong !== null && (
        <span id={WRONG_ID} role="alert" className={own.wrong}>
          {t('images.cropBeyond', { limit: mostOf(wrong) })}
        </span>
      )}
    </span>
  );
}

const OTHER = { width: 'height', height: 'width' } as const;
const WRONG_ID = 'crop-beyond';
