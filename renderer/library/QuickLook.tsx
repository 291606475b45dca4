// A picture of the library, as large as the window allows. Arrow keys lead to the next picture; Space or Escape closes.

import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useStore } from 'zustand';
import type { EditItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import { itemCaption } from '../items/item-text.ts';
import { PictureFault } from '../items/PictureFault.tsx';
import { canShow } from '../items/picture-text.ts';
import { shownPicture } from '../items/versions.ts';
import { useCommons, useTranslation } from '../services.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { pictureSize } from './ItemFace.tsx';
import styles from './QuickLook.module.css';

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

type QuickLookProps = {
  item: EditItem;
  report: (error: AppError | null) => void;
  /** Shows the next or the previous picture, if there is one. */
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
  /** Moves the focus to the picture's place in the grid, after closing. */
  returnFocus: () => void;
};

/** The dialog; in the document only while a picture is looked at. */
export function QuickLook({ item, report, onStep, onClose, returnFocus }: QuickLookProps) {
  const { t } = useTranslation();
  const { missing } = useCommons();
  const popup = useRef<HTMLDivElement>(null);
  const shown = shownPicture(
    item,
    useStore(missing, (state) => state.files),
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined) onStep(step);
    else if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) onClose();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          finalFocus={() => {
            returnFocus();
            return false;
          }}
          className={styles.popup}
          aria-label={t('library.quickLook')}
          onKeyDown={onKeyDown}
        >
          {canShow(item, shown) ? (
            <img
              className={styles.picture}
              src={`/media/${shown.mediaId}`}
              alt={t('library.previewOf', { title: item.title })}
              draggable={false}
            />
          ) : (
            <PictureFault item={item} report={report} />
          )}
          <p className={styles.caption}>
            <span className={styles.title}>{itemCaption(item)}</span>
            <span>{pictureSize(item, t)}</span>
            <IconButton label={t('common.close')} icon={<X size={16} aria-hidden />} onClick={onClose} />
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
