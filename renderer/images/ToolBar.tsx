// The bar above the canvas: tools, the active tool's options, what is done to the whole mask.

import { Brush, Contrast, Eraser, Redo2, Trash2, Undo2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { type CommandId, commandFacts } from '../../shared/commands.ts';
import { ariaKey } from '../app/keys.ts';
import { useSession, useWords } from '../app/services.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Slider } from '../ui/Slider.tsx';
import type { ImagesStore } from './images-store.ts';
import { BRUSH_SIZE, type MaskStage } from './mask-stage.ts';
import styles from './ToolBar.module.css';

/** The mask's tools. */
export function ToolBar({ store, stage }: { store: ImagesStore; stage: MaskStage }) {
  const { t } = useWords();
  const isMac = useSession((session) => session.platform === 'darwin');
  const hasPicture = useStore(store, (images) => images.pictures.length > 0);
  const mask = useStore(store, (images) => images.mask);
  const { tool, sizePx, hardness } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  const keysOf = (id: CommandId): string => (commandFacts(id).keys ?? []).map((key) => ariaKey(key, isMac)).join(' ');
  return (
    <div role="toolbar" aria-label={t('images.tools')} className={styles.bar}>
      <IconButton
        label={t('images.brush')}
        icon={<Brush size={16} aria-hidden />}
        aria-pressed={tool === 'brush'}
        aria-keyshortcuts={keysOf('mask.brush')}
        disabled={!hasPicture}
        className={styles.tool}
        onClick={() => stage.change({ tool: 'brush' })}
      />
      <IconButton
        label={t('images.eraser')}
        icon={<Eraser size={16} aria-hidden />}
        aria-pressed={tool === 'eraser'}
        aria-keyshortcuts={keysOf('mask.eraser')}
        disabled={!hasPicture}
        className={styles.tool}
        onClick={() => stage.change({ tool: 'eraser' })}
      />
      <span className={styles.line} />
      <span className={styles.option}>
        <span aria-hidden>{t('images.size')}</span>
        <Slider
          label={t('images.brushSize')}
          aria-valuetext={`${sizePx} px`}
          aria-keyshortcuts={`${keysOf('mask.smaller')} ${keysOf('mask.larger')}`}
          className={styles.slider}
          value={sizePx}
          min={BRUSH_SIZE.min}
          max={BRUSH_SIZE.max}
          step={1}
          disabled={!hasPicture}
          onChange={(next) => stage.change({ sizePx: next })}
        />
        <span className={styles.number}>{sizePx} px</span>
      </span>
      <span className={styles.option}>
        <span aria-hidden>{t('images.hardness')}</span>
        <Slider
          label={t('images.hardness')}
          aria-valuetext={`${Math.round(hardness * 100)} %`}
          className={styles.short}
          value={hardness}
          min={0}
          max={1}
          step={0.01}
          disabled={!hasPicture}
          onChange={(next) => stage.change({ hardness: next })}
        />
      </span>
      <span className={styles.space} />
      <IconButton
        label={t('images.invert')}
        icon={<Contrast size={16} aria-hidden />}
        aria-keyshortcuts={keysOf('mask.invert')}
        disabled={!hasPicture}
        onClick={stage.invert}
      />
      <IconButton
        label={t('images.clearMask')}
        icon={<Trash2 size={16} aria-hidden />}
        disabled={!hasPicture || mask.isEmpty}
        onClick={stage.clear}
      />
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
  );
}
