// The bar above the canvas while picture 1 is cropped or extended: shape, size, angle and turns, or what fills the new
// area; and what ends it.

import { ArrowLeftRight, FlipHorizontal2, FlipVertical2, RotateCcwSquare, RotateCwSquare, Ruler } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  CROP_SHAPES,
  type CropShape,
  canStraighten,
  fieldOf,
  isSameCrop,
  isWhole,
  ratioOf,
  roundedAngle,
  STRAIGHTEN,
} from '../../../shared/images/cropping.ts';
import { shapedAround } from '../../../shared/images/extended-frame.ts';
import { BORDER_FILLS, frameProblem } from '../../../shared/images/extending.ts';
import type { Size } from '../../../shared/images/size.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { type Cropping, sizeOf } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import styles from '../mask/ToolBar.module.css';
import own from './CropBar.module.css';
import { framingOf } from './framing.ts';

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
  const { kind, base, crop, before, shape, isSwapped, isBusy } = cropping;
  const isExtending = kind === 'extend';
  const isBeyond = isExtending && frameProblem(sizeOf(base), crop.frame) === 'tooLarge';
  const { setCropShape, swapCropSides, resetCrop, applyCrop, leaveCrop } = store.getState();
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
  return (
    <section className={styles.bar} aria-label={t('images.toolOptions')}>
      <div className={styles.options} inert={isBusy}>
        <span className={styles.option}>
          <Segmented
            label={t(isExtending ? 'images.extendShape' : 'images.cropShape')}
            value={shape}
            options={CROP_SHAPES.map((value) => ({
              value,
              label: value === 'free' || value === 'original' ? t(`images.cropShape.${value}`) : value,
              isDisabled: isExtending && isTooLarge(cropping, value),
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
        {isExtending ? (
          <Fill store={store} cropping={cropping} />
        ) : (
          <Turns store={store} cropping={cropping} isLevelling={isLevelling} onLevel={onLevel} />
        )}
      </div>
      <span className={styles.decision}>
        <Button variant="plain" disabled={isBusy || isWhole(crop, sizeOf(base))} onClick={resetCrop}>
          {t('common.reset')}
        </Button>
        <Button variant="plain" onClick={leaveCrop}>
          {t('common.cancel')}
        </Button>
        <Button isBusy={isBusy} disabled={isSameCrop(crop, before) || isBeyond} onClick={() => void applyCrop()}>
          {t(isExtending ? 'images.extendApply' : 'images.apply')}
        </Button>
      </span>
    </section>
  );
}

/** Whether a shape around the picture would be larger than the app can open. */
function isTooLarge({ base, crop: { frame } }: Cropping, shape: CropShape): boolean {
  const picture = sizeOf(base);
  return frameProblem(picture, shapedAround(frame, ratioOf(shape, picture, false), picture)) === 'tooLarge';
}

/** What the relay sees in the new area. */
function Fill({ store, cropping: { fill } }: Pick<CropBarProps, 'store' | 'cropping'>) {
  const { t } = useTranslation();
  return (
    <span className={styles.option} title={t('images.extendFillHint')}>
      <span aria-hidden>{t('images.extendFill')}</span>
      <Select
        label={t('images.extendFill')}
        layout="bare"
        value={fill}
        options={BORDER_FILLS.map((value) => ({ value, label: t(`images.extendFill.${value}`) }))}
        onChange={store.getState().setFill}
      />
    </span>
  );
}

/** Angle, turns and flips. */
function Turns({ store, cropping: { crop, base }, isLevelling, onLevel }: CropBarProps) {
  const { t } = useTranslation();
  const { straighten, turnCrop, flipCrop } = store.getState();
  const angle = `${crop.angle.toFixed(1)}°`;
  const isTooThin = !canStraighten(fieldOf(crop, sizeOf(base)).turned);
  return (
    <>
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
    </>
  );
}

/** Width and height of the frame. What there is no room for is refused, and said. */
function SizeFields({ store, cropping }: { store: ImagesStore; cropping: Cropping }) {
  const { t } = useTranslation();
  const [wrong, setWrong] = useState<keyof Size | null>(null);
  const { frame } = cropping.crop;
  const { ratio, range, resized } = framingOf(cropping);
  const resize = (side: keyof Size, value: number): void => {
    const other = ratio === null ? frame[OTHER[side]] : Math.max(1, side === 'width' ? value / ratio : value * ratio);
    const size = side === 'width' ? { width: value, height: other } : { width: other, height: value };
    store.getState().setCropFrame(resized(frame, size), `crop ${side}`);
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
            {...range(side, frame)}
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
          {cropping.kind === 'crop'
            ? t('images.cropBeyond', { limit: range(wrong, frame).max })
            : t('images.extendBeyond', range(wrong, frame))}
        </span>
      )}
    </span>
  );
}

const OTHER = { width: 'height', height: 'width' } as const;
const WRONG_ID = 'crop-beyond';
