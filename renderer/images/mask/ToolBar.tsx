// The bar above the canvas: the options of the active tool, or of a preview, and the mask menu.

import { type ReactNode, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../services.ts';
import type { ImagesStore } from '../images-store.ts';
import { StopReplacing } from '../results/StopReplacing.tsx';
import { MaskMenu } from './MaskMenu.tsx';
import { MaskPreviewBar } from './MaskPreviewBar.tsx';
import type { MaskStage } from './mask-stage.ts';
import styles from './ToolBar.module.css';
import { ToolOptions } from './ToolOptions.tsx';

type ToolBarProps = {
  store: ImagesStore;
  stage: MaskStage;
  /** Said here, where nothing moves for it. */
  notice: ReactNode;
  /** What is at the end of the bar: the menu of the mask, unless something else is painted. */
  end?: ReactNode;
};

/** The options of the tool. */
export function ToolBar({ store, stage, notice, end }: ToolBarProps) {
  const { t } = useTranslation();
  const isReplacing = useStore(store, (images) => images.isReplacing);
  const { preview } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  return (
    <section className={styles.bar} aria-label={t('images.toolOptions')}>
      <div className={styles.options} inert={isReplacing}>
        {preview === null ? (
          <ToolOptions store={store} stage={stage} />
        ) : (
          <MaskPreviewBar stage={stage} preview={preview} />
        )}
      </div>
      {notice}
      <StopReplacing store={store} />
      <span className={styles.end} inert={isReplacing}>
        {end || <MaskMenu store={store} stage={stage} />}
      </span>
    </section>
  );
}
