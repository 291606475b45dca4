// The column left of the canvas: the tools, and what acts on the whole mask.

import { Contrast, Crop, Fullscreen, PaintBucket, Redo2, Trash2, Undo2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { MASK_TOOL_IDS } from '../../../shared/images/mask-tools.ts';
import { TOOLS } from '../../engines/mask/tools/all-tools.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { useAriaKeys } from '../../shell/use-aria-keys.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useCropKind } from '../crop/WithCrop.tsx';
import type { ImagesStore } from '../images-store.ts';
import { isCanvasShown, paintedBackId } from '../middle.ts';
import type { MaskStage } from './mask-stage.ts';
import styles from './ToolColumn.module.css';

type ToolColumnProps = { store: ImagesStore; stage: MaskStage };

/** The tools of the mask. While a result is compared they are dim, and one that is chosen leads back to the mask. */
export function ToolColumn({ store, stage }: ToolColumnProps) {
  const { t } = useTranslation();
  const keysOf = useAriaKeys();
  const { commands } = useCommons();
  // There is nothing to paint on without a picture, or while its file is missing.
  const source = useStore(store, (images) => images.pictures[0]);
  const canPaint = useStore(store, ({ missingFiles }) => source !== undefined && !missingFiles.has(source.mediaId));
  const mask = useStore(store, (images) => (paintedBackId(images.middle) === null ? images.mask : images.paintedBack));
  const isReplacing = useStore(store, (images) => images.isReplacing);
  const isCanvas = useStore(store, ({ middle }) => isCanvasShown(middle));
  const isActive = isCanvas && canPaint;
  // A result is cropped or extended once a person goes on with it.
  const isMaskShown = useStore(store, ({ middle }) => middle.kind === 'mask');
  const cropKind = useCropKind(store);
  const { tool: selected } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  return (
    <div className={styles.column} inert={isReplacing}>
      <div
        role="toolbar"
        aria-label={t('images.tools')}
        aria-orientation="vertical"
        className={styles.tools}
        data-dim={isCanvas ? undefined : ''}
      >
        {MASK_TOOL_IDS.map((id) => {
          const tool = TOOLS[id];
          const { icon: Icon } = tool;
          return (
            <IconButton
              key={id}
              label={t(`command.mask.${id}`)}
              icon={<Icon size={16} aria-hidden />}
              aria-pressed={selected === id}
              aria-keyshortcuts={keysOf(`mask.${id}`)}
              disabled={!canPaint}
              className={styles.tool}
              onClick={() => {
                stage.change({ tool: id });
                if (!isCanvas) store.getState().returnToMask();
              }}
              onDoubleClick={() => tool.navigates !== undefined && commands.run(tool.doubleClick)}
            />
          );
        })}
        <span className={styles.line} />
        <IconButton
          label={t('images.fill')}
          icon={<PaintBucket size={16} aria-hidden />}
          aria-keyshortcuts={keysOf('mask.fill')}
          disabled={!isActive || mask.isEmpty}
          onClick={() => stage.apply({ type: 'fillHoles' })}
        />
        <IconButton
          label={t('images.invert')}
          icon={<Contrast size={16} aria-hidden />}
          aria-keyshortcuts={keysOf('mask.invert')}
          disabled={!isActive}
          onClick={() => stage.apply({ type: 'invert' })}
        />
        <IconButton
          label={t('images.clearMask')}
          icon={<Trash2 size={16} aria-hidden />}
          aria-keyshortcuts={keysOf('mask.clear')}
          disabled={!isActive || mask.isEmpty}
          onClick={() => stage.apply({ type: 'clear' })}
        />
        <IconButton
          label={t('images.crop')}
          icon={<Crop size={16} aria-hidden />}
          aria-pressed={cropKind === 'crop'}
          aria-keyshortcuts={keysOf('images.crop')}
          disabled={cropKind === null && !(isMaskShown && canPaint)}
          className={styles.tool}
          onClick={() => commands.run('images.crop')}
        />
        <IconButton
          label={t('images.extend')}
          icon={<Fullscreen size={16} aria-hidden />}
          aria-pressed={cropKind === 'extend'}
          disabled={cropKind === null && !(isMaskShown && canPaint)}
          className={styles.tool}
          onClick={() => commands.run('images.extend')}
        />
        <span className={styles.line} />
        <IconButton
          label={t('images.undo')}
          icon={<Undo2 size={16} aria-hidden />}
          aria-keyshortcuts={keysOf('edit.undo')}
          disabled={!isActive || !mask.canUndo}
          onClick={stage.undo}
        />
        <IconButton
          label={t('images.redo')}
          icon={<Redo2 size={16} aria-hidden />}
          aria-keyshortcuts={keysOf('edit.redo')}
          disabled={!isActive || !mask.canRedo}
          onClick={stage.redo}
        />
      </div>
    </div>
  );
}
