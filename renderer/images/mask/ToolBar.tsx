// The bar above the canvas: tools, options of the active tool, and the mask menu; or the options of a preview.

import { Contrast, PaintBucket, Redo2, Trash2, Undo2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { MASK_TOOL_IDS } from '../../../shared/images/mask-tools.ts';
import { TOOLS } from '../../engines/mask/tools/all-tools.ts';
import { useServices, useTranslation } from '../../services.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ImagesStore } from '../images-store.ts';
import { MaskMenu } from './MaskMenu.tsx';
import { MaskPreviewBar } from './MaskPreviewBar.tsx';
import type { MaskStage } from './mask-stage.ts';
import styles from './ToolBar.module.css';
import { ToolOptions } from './ToolOptions.tsx';
import { useAriaKeys } from './use-aria-keys.ts';

type ToolBarProps = { store: ImagesStore; stage: MaskStage };

/** The tool bar. */
export function ToolBar({ store, stage }: ToolBarProps) {
  const { t } = useTranslation();
  const keysOf = useAriaKeys();
  const { commands } = useServices();
  const hasPicture = useStore(store, (images) => images.pictures.length > 0);
  const mask = useStore(store, (images) => images.mask);
  const isReplacing = useStore(store, (images) => images.isReplacing);
  const { tool: selected, preview } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  return (
    <div className={styles.frame} inert={isReplacing}>
      <div role="toolbar" aria-label={t('images.tools')} className={styles.bar}>
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
              disabled={!hasPicture}
              className={styles.tool}
              onClick={() => stage.change({ tool: id })}
              onDoubleClick={() => tool.navigates !== undefined && commands.run(tool.doubleClick)}
            />
          );
        })}
        <span className={styles.line} />
        <div className={styles.options}>
          {preview === null ? (
            <ToolOptions store={store} stage={stage} />
          ) : (
            <MaskPreviewBar stage={stage} preview={preview} />
          )}
        </div>
        <IconButton
          label={t('images.fill')}
          icon={<PaintBucket size={16} aria-hidden />}
          aria-keyshortcuts={keysOf('mask.fill')}
          disabled={!hasPicture || mask.isEmpty}
          onClick={() => stage.apply({ type: 'fillHoles' })}
        />
        <IconButton
          label={t('images.invert')}
          icon={<Contrast size={16} aria-hidden />}
          aria-keyshortcuts={keysOf('mask.invert')}
          disabled={!hasPicture}
          onClick={() => stage.apply({ type: 'invert' })}
        />
        <IconButton
          label={t('images.clearMask')}
          icon={<Trash2 size={16} aria-hidden />}
          aria-keyshortcuts={keysOf('mask.clear')}
          disabled={!hasPicture || mask.isEmpty}
          onClick={() => stage.apply({ type: 'clear' })}
        />
        <MaskMenu store={store} stage={stage} />
        <span className={styles.line} />
        <IconButton
          label={t('images.undo')}
          icon={<Undo2 size={16} aria-hidden />}
          aria-keyshortcuts={keysOf('edit.undo')}
          disabled={!mask.canUndo}
          onClick={stage.undo}
        />
        <IconButton
          label={t('images.redo')}
          icon={<Redo2 size={16} aria-hidden />}
          aria-keyshortcuts={keysOf('edit.redo')}
          disabled={!mask.canRedo}
          onClick={stage.redo}
        />
      </div>
    </div>
  );
}
