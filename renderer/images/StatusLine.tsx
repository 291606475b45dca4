// The line under the canvas: how large the picture is shown, how the mask is looked at, how much it covers.

import { Check, ChevronDown } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useWords } from '../app/services.ts';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import type { ImagesStore } from './images-store.ts';
import type { MaskStage } from './mask-stage.ts';
import { maskWords } from './mask-words.ts';
import styles from './StatusLine.module.css';

/** Zoom, view and mask in figures. */
export function StatusLine({ store, stage }: { store: ImagesStore; stage: MaskStage }) {
  const { t } = useWords();
  const picture = useStore(store, (images) => images.pictures[0]);
  const mask = useStore(store, (images) => images.mask);
  const zoom = useSyncExternalStore(stage.subscribeZoom, stage.zoom);
  const { isMaskOnly } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  if (picture === undefined) return null;
  return (
    <div className={styles.line}>
      <span className={styles.zoom}>{zoomText(zoom)}</span>
      <Button look="plain" aria-keyshortcuts="0" onClick={stage.fit}>
        {t('images.fit')}
      </Button>
      <Button look="plain" aria-keyshortcuts="1" onClick={stage.actualSize}>
        100 %
      </Button>
      <Menu
        trigger={
          <Button look="plain">
            {t('images.view')}
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
        entries={[
          { id: 'overlay', label: t('command.view.overlay'), onSelect: stage.nextOverlay },
          {
            id: 'maskOnly',
            label: t('images.showMask'),
            ...(isMaskOnly && { icon: <Check size={14} aria-hidden /> }),
            onSelect: () => stage.change({ isMaskOnly: !isMaskOnly }),
          },
        ]}
      />
      <span className={styles.space} />
      <span>{`${picture.widthPx}x${picture.heightPx}`}</span>
      <span className={styles.mask} aria-live="polite">
        {maskWords(mask, t)}
      </span>
    </div>
  );
}

function zoomText(zoom: number): string {
  const percent = zoom * 100;
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}
