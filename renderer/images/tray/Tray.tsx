// The tray: the numbered pictures. Picture 1 is the edited one and has the mask, the others are references.

import { ImagePlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useCurrentRow } from '../../lists/use-current-row.ts';
import { useRows } from '../../lists/use-rows.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { announceStep } from '../../work/offer-undo.ts';
import type { ImagesStore } from '../images-store.ts';
import styles from './Tray.module.css';
import { TrayItem } from './TrayItem.tsx';

const PICKER_ID = 'images-picker';

/** Opens the system's file dialog to add pictures. */
export function openFilePicker(): void {
  document.getElementById(PICKER_ID)?.click();
}

/** The pictures of the next edit, as chips. */
export function Tray({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const commons = useCommons();
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
  const remove = (index: number): void => {
    const picture = pictures[index];
    if (picture === undefined) return;
    const step = store.getState().remove(picture.key);
    if (step !== null) announceStep(commons, 'images', t('images.removed', { name: picture.name }), step);
  };
  const list = useRef<HTMLUListElement>(null);
  const current = useCurrentRow(pictures.map(({ key }) => key));
  const rows = useRows(list, {
    count: pictures.length,
    ...current,
    layout: { kind: 'line' },
    remove,
    move: (index, by) => {
      const picture = pictures[index];
      if (picture) store.getState().move(picture.key, by);
    },
    hasMenu: true,
  });
  const replace = async (key: string, file: File): Promise<void> => {
    const step = await store.getState().replace(key, file);
    if (step !== null) announceStep(commons, 'images', t('images.replaced'), step);
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
    <div className={styles.tray}>
      <ul ref={list} className={styles.list} aria-label={t('images.tray')} {...rows.listProps}>
        {pictures.map((picture, index) => (
          <TrayItem
            key={picture.key}
            store={store}
            picture={picture}
            number={index + 1}
            count={pictures.length}
            hasMask={index === 0 && isMasked}
            isCurrent={index === current.currentIndex}
            menu={rows.menuOf(index)}
            onRemove={() => remove(index)}
            onReplace={() => {
              replacedKey.current = picture.key;
              openFilePicker();
            }}
          />
        ))}
      </ul>
      <button type="button" className={styles.add} aria-label={t('images.add')} onClick={openFilePicker}>
        <ImagePlus size={18} strokeWidth={1.6} aria-hidden />
        {isOpening && <span>{t('images.adding')}</span>}
      </button>
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
