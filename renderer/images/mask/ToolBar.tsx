// The bar above the canvas: tools, the active tool's options, what is done to the whole mask; or the options of a preview.

import {
  Brush,
  Circle,
  Contrast,
  Eraser,
  Lasso,
  type LucideIcon,
  PaintBucket,
  Redo2,
  Square,
  Trash2,
  Undo2,
  WandSparkles,
} from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { type CommandId, commandFacts } from '../../../shared/commands.ts';
import type { MaskTool } from '../../../shared/images/mask-tools.ts';
import { useSession, useTranslation } from '../../app/services.ts';
import { ariaKey } from '../../app/shell/keys.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ImagesStore } from '../images-store.ts';
import { MaskMenu } from './MaskMenu.tsx';
import { MaskPreviewBar } from './MaskPreviewBar.tsx';
import type { MaskStage } from './mask-stage.ts';
import styles from './ToolBar.module.css';
import { ToolOptions } from './ToolOptions.tsx';

type ToolBarProps = { store: ImagesStore; stage: MaskStage };

/** Tools that are held, in the order of the bar. */
const TOOLS = [
  { id: 'brush', icon: Brush, label: 'images.brush', command: 'mask.brush' },
  { id: 'eraser', icon: Eraser, label: 'images.eraser', command: 'mask.eraser' },
  { id: 'lasso', icon: Lasso, label: 'images.lasso', command: 'mask.lasso' },
  { id: 'rectangle', icon: Square, label: 'images.rectangle', command: 'mask.rectangle' },
  { id: 'ellipse', icon: Circle, label: 'images.ellipse', command: 'mask.ellipse' },
  { id: 'wand', icon: WandSparkles, label: 'images.wand', command: 'mask.wand' },
] as const satisfies readonly { id: MaskTool; icon: LucideIcon; label: string; command: CommandId }[];

/** The mask's tools. */
export function ToolBar({ store, stage }: ToolBarProps) {
  const { t } = useTranslation();
  const isMac = useSession((session) => session.platform === 'darwin');
  const hasPicture = useStore(store, (images) => images.pictures.length > 0);
  const mask = useStore(store, (images) => images.mask);
  const { tool, preview } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  const keysOf = (id: CommandId): string => (commandFacts(id).keys ?? []).map((key) => ariaKey(key, isMac)).join(' ');
  return (
    <div className={styles.frame}>
      <div role="toolbar" aria-label={t('images.tools')} className={styles.bar}>
        {TOOLS.map(({ id, icon: Icon, label, command }) => (
          <IconButton
            key={id}
            label={t(label)}
            icon={<Icon size={16} aria-hidden />}
            aria-pressed={tool === id}
            aria-keyshortcuts={keysOf(command)}
            disabled={!hasPicture}
            className={styles.tool}
            onClick={() => stage.change({ tool: id })}
          />
        ))}
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
          disabled={!hasPicture || mask.isEmpty}
          onClick={() => stage.apply({ type: 'clear' })}
        />
        <MaskMenu store={store} stage={stage} />
        <span className={styles.line} />
        <IconButton
          label={t('images.undo')}
          icon={<Undo2 size={16} aria-hidden />}
          aria-keyshortcuts={keysOf('mask.undo')}
          disabled={!mask.canUndo}
          onClick={stage.undo}
        />
        <IconButton
          label={t('images.redo')}
          icon={<Redo2 size={16} aria-hidden />}
          aria-keyshortcuts={keysOf('mask.redo')}
          disabled={!mask.canRedo}
          onClick={stage.redo}
        />
      </div>
    </div>
  );
}
