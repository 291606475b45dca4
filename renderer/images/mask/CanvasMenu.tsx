// The context menu of the canvas: what can be done to the mask, and how the picture is shown.

import { Contrast, Eye, PaintBucket, Redo2, Scan, ScanSearch, SquareDashed, Trash2, Undo2 } from 'lucide-react';
import { type ReactElement, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { CommandId } from '../../../shared/app/commands.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { useAriaKeys } from '../../shell/use-aria-keys.ts';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import type { ImagesStore } from '../images-store.ts';
import type { MaskStage } from './mask-stage.ts';

const ICONS = {
  'mask.selectAll': <SquareDashed size={16} aria-hidden />,
  'mask.invert': <Contrast size={16} aria-hidden />,
  'mask.fill': <PaintBucket size={16} aria-hidden />,
  'mask.clear': <Trash2 size={16} aria-hidden />,
  'view.fit': <Scan size={16} aria-hidden />,
  'view.actualSize': <ScanSearch size={16} aria-hidden />,
  'view.maskOnly': <Eye size={16} aria-hidden />,
} as const satisfies Partial<Record<CommandId, ReactElement>>;
type CanvasCommand = keyof typeof ICONS;

type CanvasMenuProps = {
  store: ImagesStore;
  stage: MaskStage;
  /** Where it is open, in CSS pixels of the window; null while it is closed. */
  at: { x: number; y: number } | null;
  onClose: () => void;
};

/** The context menu; each entry is a command. */
export function CanvasMenu({ store, stage, at, onClose }: CanvasMenuProps) {
  const { t } = useTranslation();
  const { commands } = useCommons();
  const keys = useAriaKeys();
  const mask = useStore(store, (images) => images.mask);
  const { appearance } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  const entry = (id: CanvasCommand, isDisabled = false): MenuEntry => ({
    id,
    label: t(`command.${id}`),
    icon: ICONS[id],
    keys: keys(id),
    isDisabled,
    onSelect: () => commands.run(id),
  });
  return (
    <Menu
      at={at}
      isOpen={at !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      entries={[
        {
          id: 'undo',
          label: t('images.undo'),
          icon: <Undo2 size={16} aria-hidden />,
          keys: keys('edit.undo'),
          isDisabled: !mask.canUndo,
          onSelect: stage.undo,
        },
        {
          id: 'redo',
          label: t('images.redo'),
          icon: <Redo2 size={16} aria-hidden />,
          keys: keys('edit.redo'),
          isDisabled: !mask.canRedo,
          onSelect: stage.redo,
        },
        'separator',
        entry('mask.selectAll', mask.isFull),
        entry('mask.invert'),
        entry('mask.fill', mask.isEmpty),
        entry('mask.clear', mask.isEmpty),
        'separator',
        entry('view.fit'),
        entry('view.actualSize'),
        {
          id: 'view.maskOnly',
          label: t('command.view.maskOnly'),
          icon: ICONS['view.maskOnly'],
          keys: keys('view.maskOnly'),
          isChecked: appearance.isMaskOnly,
          onSelect: () => commands.run('view.maskOnly'),
        },
      ]}
    />
  );
}
