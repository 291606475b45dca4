// The tray: the numbered pictures. Picture 1 is the edited one and has the mask, the others are references.

import { ImagePlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useServices, useTranslation } from '../../app/services.ts';
import { announceStep } from '../../app/work/offer-undo.ts';
import { RecentMenu } from '../../app/work/RecentMenu.tsx';
import type { ImagesStore } from '../images-store.ts';
import styles from './Tray.module.css';
import { TrayItem } from './TrayItem.tsx';

const PICKER_ID = 'images-picker';

/** Opens the system's file dialog to add pictures. */
export function openFilePicker(): void {
  document.getElementById(PICKER_ID)?.click();
}

/** The tray at the left of the screen. */
export function Tray({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const services = useServices();
  const pictures = useStore(store, (images) => images.pictures);
  const isMasked = useStore(store, (images) => !images.mask.isEmpty);
  const isOpening = useStore(store, (images) => images.opening > 0);
  const picker = useRef<HTMLInputElement>(null);
  const replacedKey = useRef<string | null>(null);
  useEffect(() => {
    const input = picker.current;
    const forget = (): void => {
      replacedKey.current = null;
    };
    input?.addEventListener('cancel', forget);
    return () => input?.removeEventListener('cancel', forget);
  }, []);
  const replace = async (key: string, file: File): Promise<void> => {
    const step = await store.getState().replace(key, file);
    if (step !== null) announceStep(services, 'images', t('images.replaced'), step);
  };
  const take = (files: readonly File[]): void => {
    const key = replacedKey.current;
    replacedKey.current = null;
    const [first] = files;
    if (first === undefined) return;
    if (key === null) void store.getState().addFiles(files);
    else void replace(key, first);
  };
  return (
    <div className={styles.tray} data-drop="add">
      <ul className={styles.list} aria-label={t('images.tray')}>
        {pictures.map((picture, index) => (
          <TrayItem
            key={picture.key}
            store={store}
            picture={picture}
            number={index + 1}
            count={pictures.length}
            hasMask={index === 0 && isMasked}
            onReplace={() => {
              replacedKey.current = picture.key;
              openFilePicker();
            }}
          />
        ))}
      </ul>
      <button type="button" className={styles.add} aria-label={t('images.add')} onClick={openFilePicker}>
        <ImagePlus size={18} strokeWidth={1.6} aria-hidden />
        <span>{t(isOpening ? 'images.adding' : 'images.addShort')}</span>
      </button>
      <RecentMenu screen="images" className={styles.recent} />
      <input
        ref={picker}
        id={PICKER_ID}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Cleared, so that choosing the same file again is a change.
          event.target.value = '';
          take(files);
        }}
      />
    </div>
  );
}
