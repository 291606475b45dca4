// The tray: pictures by number. Picture 1 is the edited one and carries the mask, the others are references.

import { ImagePlus, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { useStore } from 'zustand';
import { useServices, useWords } from '../app/services.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { TRAY_TYPE } from './drag-type.ts';
import type { TrayPicture } from './images-state.ts';
import type { ImagesStore } from './images-store.ts';
import styles from './Tray.module.css';

const PICKER_ID = 'images-picker';
const MOVES: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** Opens the system's dialog for choosing files. */
export function openFilePicker(): void {
  document.getElementById(PICKER_ID)?.click();
}

/** The tray at the left. */
export function Tray({ store }: { store: ImagesStore }) {
  const { t } = useWords();
  const pictures = useStore(store, (images) => images.pictures);
  const isMasked = useStore(store, (images) => !images.mask.isEmpty);
  const isOpening = useStore(store, (images) => images.opening > 0);
  return (
    <div className={styles.tray}>
      <ul className={styles.list} aria-label={t('images.tray')}>
        {pictures.map((picture, index) => (
          <TrayItem
            key={picture.key}
            store={store}
            picture={picture}
            number={index + 1}
            hasMask={index === 0 && isMasked}
          />
        ))}
      </ul>
      <button type="button" className={styles.add} aria-label={t('images.add')} onClick={openFilePicker}>
        <ImagePlus size={18} strokeWidth={1.6} aria-hidden />
        <span>{t(isOpening ? 'images.adding' : 'images.addShort')}</span>
      </button>
      <input
        id={PICKER_ID}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file can be chosen again.
          event.target.value = '';
          if (files.length > 0) void store.getState().addFiles(files);
        }}
      />
    </div>
  );
}

type TrayItemProps = { store: ImagesStore; picture: TrayPicture; number: number; hasMask: boolean };

function TrayItem({ store, picture, number, hasMask }: TrayItemProps) {
  const { toasts } = useServices();
  const { t } = useWords();
  const [isOver, setOver] = useState(false);
  const remove = (): void => {
    const putBack = store.getState().remove(picture.key);
    const toastId = toasts.add({
      title: t('images.removed', { name: picture.name }),
      actionProps: {
        children: t('common.undo'),
        onClick: () => {
          toasts.close(toastId);
          putBack();
        },
      },
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.altKey ? MOVES[event.key] : undefined;
    if (by !== undefined) store.getState().move(picture.key, by);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove();
    else return;
    event.preventDefault();
  };
  const onDrop = (event: DragEvent): void => {
    setOver(false);
    const key = event.dataTransfer.getData(TRAY_TYPE);
    const { pictures, move } = store.getState();
    const from = pictures.findIndex((one) => one.key === key);
    if (from < 0) return;
    event.preventDefault();
    event.stopPropagation();
    move(key, number - 1 - from);
  };
  return (
    <li
      className={styles.item}
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(TRAY_TYPE)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <span className={styles.number} aria-hidden>
        {number}
      </span>
      <button
        type="button"
        className={styles.thumb}
        aria-label={t('images.pictureN', { number, name: picture.name })}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
        title={`${picture.name} · ${picture.widthPx}x${picture.heightPx}`}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.setData(TRAY_TYPE, picture.key);
          event.dataTransfer.effectAllowed = 'move';
        }}
        onKeyDown={onKeyDown}
      >
        <img src={`/media/${picture.mediaId}`} alt="" decoding="async" draggable={false} />
      </button>
      {hasMask && <span className={styles.mark}>{t('images.maskMark')}</span>}
      <IconButton
        size="small"
        label={t('images.remove', { number })}
        icon={<X size={12} aria-hidden />}
        className={styles.remove}
        onClick={remove}
      />
    </li>
  );
}
