// The context menu of the canvas: what can be done to the mask, and how the picture is shown.

import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { CommandId } from '../../../shared/commands.ts';
import { useServices, useTranslation } from '../../app/services.ts';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import type { ImagesStore } from '../images-store.ts';
import type { MaskStage } from './mask-stage.ts';

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
  const { commands } = useServices();
  const mask = useStore(store, (images) => images.mask);
  const { appearance } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  const entry = (id: CommandId, isDisabled = false): MenuEntry => ({
    id,
    label: t(`command.${id}`),
    isDisabled,
    onSelect: () => commands.run(id),
  });
  return (
    <Menu
      at={at}
      isOpen={at !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      entries={[
        { id: 'undo', label: t('images.undo'), isDisabled: !mask.canUndo, onSelect: stage.undo },
        { id: 'redo', label: t('images.redo'), isDisabled: !mask.canRedo, onSelect: stage.redo },
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
          isChecked: appearance.isMaskOnly,
          onSelect: () => commands.run('view.maskOnly'),
        },
      ]}
    />
  );
}
