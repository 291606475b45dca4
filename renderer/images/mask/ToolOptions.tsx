// The options of the tool in hand: the two that matter most in the bar, the rest behind one button.

import { SlidersHorizontal } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { BRUSH_SIZE_PX } from '../../../shared/images/mask-tools.ts';
import { useTranslation } from '../../app/services.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { ImagesStore } from '../images-store.ts';
import { ExactShape } from './ExactShape.tsx';
import type { MaskStage } from './mask-stage.ts';
import styles from './ToolBar.module.css';

type ToolOptionsProps = { store: ImagesStore; stage: MaskStage };

/** The active tool's options. */
export function ToolOptions({ store, stage }: ToolOptionsProps) {
  const { tool } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  const hasPicture = useStore(store, (images) => images.pictures.length > 0);
  if (tool === 'brush' || tool === 'eraser') return <BrushOptions stage={stage} isDisabled={!hasPicture} />;
  return (
    <>
      {tool === 'wand' && <WandOptions stage={stage} />}
      {tool === 'lasso' && <LassoOptions stage={stage} />}
      <ModeOption stage={stage} />
      {(tool === 'rectangle' || tool === 'ellipse') && <ExactShape store={store} stage={stage} kind={tool} />}
    </>
  );
}

function BrushOptions({ stage, isDisabled }: { stage: MaskStage; isDisabled: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { sizePx, hardness, opacity, steadiness, pressureToSize } = useSyncExternalStore(
    stage.subscribeSettings,
    stage.settings,
  );
  return (
    <>
      <span className={styles.option}>
        <span aria-hidden className={styles.word}>
          {t('images.size')}
        </span>
        <Slider
          label={t('images.brushSize')}
          aria-valuetext={`${sizePx} px`}
          aria-keyshortcuts="[ ]"
          className={styles.slider}
          value={sizePx}
          min={BRUSH_SIZE_PX.min}
          max={BRUSH_SIZE_PX.max}
          step={1}
          disabled={isDisabled}
          onChange={(next) => stage.change({ sizePx: next })}
        />
        <span className={styles.number}>{sizePx} px</span>
      </span>
      <Share
        label={t('images.hardness')}
        value={hardness}
        isDisabled={isDisabled}
        onChange={(next) => stage.change({ hardness: next })}
      />
      <Popover
        label={t('images.brushOptions')}
        side="bottom"
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={
          <IconButton
            label={t('images.brushOptions')}
            icon={<SlidersHorizontal size={16} aria-hidden />}
            disabled={isDisabled}
          />
        }
      >
        <div className={styles.panel}>
          <Share
            label={t('images.opacity')}
            value={opacity}
            min={0.01}
            onChange={(next) => stage.change({ opacity: next })}
          />
          <Share
            label={t('images.steadiness')}
            value={steadiness}
            onChange={(next) => stage.change({ steadiness: next })}
          />
          <Switch
            label={t('images.pressure')}
            isOn={pressureToSize > 0}
            onChange={(isOn) => stage.change({ pressureToSize: isOn ? 1 : 0 })}
          />
        </div>
      </Popover>
    </>
  );
}

type ShareProps = {
  label: string;
  value: number;
  min?: number;
  isDisabled?: boolean;
  onChange: (value: number) => void;
};

/** A share of 0–100 %. */
function Share({ label, value, min = 0, isDisabled = false, onChange }: ShareProps) {
  const percent = `${Math.round(value * 100)} %`;
  return (
    <span className={styles.option}>
      <span aria-hidden className={styles.word}>
        {label}
      </span>
      <Slider
        label={label}
        aria-valuetext={percent}
        className={styles.short}
        value={value}
        min={min}
        max={1}
        step={0.01}
        disabled={isDisabled}
        onChange={onChange}
      />
      <span className={styles.percent}>{percent}</span>
    </span>
  );
}

function LassoOptions({ stage }: { stage: MaskStage }) {
  const { t } = useTranslation();
  const { isPolygon } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  return (
    <Segmented
      label={t('images.lassoKind')}
      value={isPolygon ? 'polygon' : 'freehand'}
      options={[
        { value: 'freehand', label: t('images.freehand') },
        { value: 'polygon', label: t('images.polygon') },
      ]}
      onChange={(next) => stage.change({ isPolygon: next === 'polygon' })}
    />
  );
}

function WandOptions({ stage }: { stage: MaskStage }) {
  const { t } = useTranslation();
  const { tolerance, isContiguous } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  return (
    <>
      <span className={styles.option}>
        <span aria-hidden className={styles.word}>
          {t('images.tolerance')}
        </span>
        <Slider
          label={t('images.tolerance')}
          className={styles.short}
          value={tolerance}
          min={0}
          max={255}
          step={1}
          onChange={(next) => stage.change({ tolerance: next })}
        />
        <span className={styles.percent}>{tolerance}</span>
      </span>
      <Segmented
        label={t('images.wandReach')}
        value={isContiguous ? 'connected' : 'everywhere'}
        options={[
          { value: 'connected', label: t('images.connected') },
          { value: 'everywhere', label: t('images.everywhere') },
        ]}
        onChange={(next) => stage.change({ isContiguous: next === 'connected' })}
      />
    </>
  );
}

function ModeOption({ stage }: { stage: MaskStage }) {
  const { t } = useTranslation();
  const { isSubtracting } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  return (
    <Segmented
      label={t('images.mode')}
      value={isSubtracting ? 'subtract' : 'add'}
      options={[
        { value: 'add', label: t('images.modeAdd') },
        { value: 'subtract', label: t('images.modeSubtract') },
      ]}
      onChange={(next) => stage.change({ isSubtracting: next === 'subtract' })}
    />
  );
}
