// The bar shown instead of the tool's options while a change of the mask is previewed.

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { REFINE_RADIUS_PX } from '../../engines/mask/painting/operation.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Slider } from '../../ui/Slider.tsx';
import type { MaskPreview } from './mask-preview.ts';
import type { MaskStage } from './mask-stage.ts';
import styles from './ToolBar.module.css';

/** The slider covers common values; the field accepts any. */
const SLIDER_MAX_PX = 60;

type MaskPreviewBarProps<T extends MaskPreview = MaskPreview> = { stage: MaskStage; preview: T };

/** What does something of its own with Enter. */
const TAKES_ENTER = 'button, a, input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]';

/** The options of a preview, Apply and Cancel. Enter applies it; Escape, which goes back on this screen, cancels it. */
export function MaskPreviewBar({ stage, preview }: MaskPreviewBarProps) {
  const { t } = useTranslation();
  const { previewShare } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  const decision = useRef<HTMLSpanElement>(null);
  const isImport = preview.kind === 'import';
  useEffect(() => {
    // The menu that the file was chosen by has the focus, and Enter would open it again.
    if (isImport) decision.current?.querySelector('button')?.focus();
    const onKeyDown = (event: KeyboardEvent): void => {
      const isFree = !(event.target instanceof Element && event.target.closest(TAKES_ENTER));
      if (event.key !== 'Enter' || event.repeat || event.isComposing || event.defaultPrevented || !isFree) return;
      event.preventDefault();
      void stage.previewer.accept();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [stage, isImport]);
  return (
    <>
      {preview.kind === 'refine' ? (
        <RefineOptions stage={stage} preview={preview} />
      ) : (
        <ImportOptions stage={stage} preview={preview} />
      )}
      {previewShare !== null && (
        <progress className={styles.progress} aria-label={t('images.computing')} value={previewShare} max={1} />
      )}
      <span ref={decision} className={styles.decision}>
        <Button onClick={() => void stage.previewer.accept()}>{t('images.apply')}</Button>
        <Button variant="plain" onClick={stage.previewer.cancel}>
          {t('common.cancel')}
        </Button>
      </span>
    </>
  );
}

function RefineOptions({ stage, preview }: MaskPreviewBarProps<Extract<MaskPreview, { kind: 'refine' }>>) {
  const { t } = useTranslation();
  const { how, radiusPx } = preview;
  return (
    <span className={styles.option}>
      <span className={styles.word}>{t(`images.${how}By`)}</span>
      <Slider
        label={t('images.radiusSlider')}
        aria-valuetext={`${radiusPx} px`}
        className={styles.slider}
        value={Math.min(SLIDER_MAX_PX, radiusPx)}
        min={REFINE_RADIUS_PX.min}
        max={SLIDER_MAX_PX}
        step={1}
        onChange={(next) => stage.previewer.refine(how, next)}
      />
      <NumberField
        label={t('images.radius')}
        className={styles.field}
        value={radiusPx}
        min={REFINE_RADIUS_PX.min}
        max={REFINE_RADIUS_PX.max}
        step={1}
        decimals={0}
        start={REFINE_RADIUS_PX.default}
        onChange={(next) => next !== null && stage.previewer.refine(how, next)}
      />
      px
    </span>
  );
}

function ImportOptions({ stage, preview }: MaskPreviewBarProps<Extract<MaskPreview, { kind: 'import' }>>) {
  const { t } = useTranslation();
  const { fileName, channel, isInverted } = preview;
  return (
    <>
      <span className={styles.fileName} title={fileName}>
        {fileName}
      </span>
      <Segmented
        label={t('images.importFrom')}
        value={channel}
        options={[
          { value: 'alpha', label: t('images.importAlpha') },
          { value: 'luminance', label: t('images.importLuminance') },
        ]}
        onChange={(next) => stage.previewer.readAgain(next, isInverted)}
      />
      <Button variant="plain" aria-pressed={isInverted} onClick={() => stage.previewer.readAgain(channel, !isInverted)}>
        {t('images.importInverted')}
      </Button>
    </>
  );
}
