// One picture of the tray: its number, its actions, and moving it.

import {
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Download,
  Ellipsis,
  FileSearch,
  ImageUp,
  Link,
  TextCursorInput,
  Trash2,
  X,
} from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useStore } from 'zustand';
import { formatFileSize } from '../../../shared/text/format-text.ts';
import { useLocate, useMissing, withMissing } from '../../items/MissingFile.tsx';
import { Thumbnail } from '../../items/Thumbnail.tsx';
import { faceProps, type RowMenu } from '../../lists/use-rows.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import type { TrayPicture } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import { isCanvasShown, shownKey } from '../middle.ts';
import { insertMention } from '../request/InstructionField.tsx';
import { mentionOf } from '../request/instruction.ts';
import { TRAY_TYPE } from './drag-type.ts';
import { formatFitted } from './ReferenceNotes.tsx';
import { editedId } from './source-chain.ts';
import styles from './Tray.module.css';

type TrayItemProps = {
  store: ImagesStore;
  picture: TrayPicture;
  number: number;
  count: number;
  hasMask: boolean;
  /** It is the picture in the Tab order. */
  isCurrent: boolean;
  menu: RowMenu;
  onRemove: () => void;
  /** Opens the file dialog for a replacement. */
  onReplace: () => void;
};

/** A picture of the tray. */
export function TrayItem(props: TrayItemProps) {
  const { store, picture, number, count, hasMask, isCurrent, menu, onRemove, onReplace } = props;
  const { t, locale } = useTranslation();
  const [isOver, setOver] = useState(false);
  const { key, name, mediaId } = picture;
  const file = useMissing([mediaId]).get(mediaId);
  const locate = useLocate(store.getState().report);
  const { askPicture } = useCommons();
  const { move, sendAddress } = store.getState();
  const isShown = useStore(store, (images) =>
    number === 1 ? isCanvasShown(images.middle) : shownKey(images.middle) === key,
  );
  const mention = mentionOf(number, t);
  const entries: MenuEntry[] = [
    {
      id: 'mention',
      label: t('images.mention', { mention }),
      icon: <TextCursorInput size={16} aria-hidden />,
      onSelect: () => insertMention(number, t),
    },
    ...(file === undefined
      ? []
      : [
          {
            id: 'locate',
            label: t('media.locate'),
            icon: <FileSearch size={16} aria-hidden />,
            onSelect: () => locate(mediaId),
          },
        ]),
    {
      id: 'save',
      label: t('images.savePicture'),
      icon: <Download size={16} aria-hidden />,
      isDisabled: file !== undefined,
      onSelect: () =>
        askPicture({ stored: picture, sourceName: name, editId: number === 1 ? editedId(store.getState()) : null }),
    },
    { id: 'replace', label: t('images.replace'), icon: <ImageUp size={16} aria-hidden />, onSelect: onReplace },
    ...(picture.address === null
      ? []
      : [
          {
            id: 'address',
            label: t(picture.isSentAsAddress ? 'images.sendFile' : 'images.sendAddress'),
            icon: <Link size={16} aria-hidden />,
            onSelect: () => sendAddress(key, !picture.isSentAsAddress),
          },
        ]),
    ...(number > 1
      ? [
          {
            id: 'first',
            label: t('images.makeFirst'),
            icon: <ArrowUp size={16} aria-hidden />,
            onSelect: () => move(key, 1 - number),
          },
        ]
      : []),
    ...(number > 2
      ? [
          {
            id: 'earlier',
            label: t('images.moveEarlier'),
            icon: <ArrowLeft size={16} aria-hidden />,
            onSelect: () => move(key, -1),
          },
        ]
      : []),
    ...(number < count
      ? [
          {
            id: 'later',
            label: t('images.moveLater'),
            icon: <ArrowRight size={16} aria-hidden />,
            onSelect: () => move(key, 1),
          },
        ]
      : []),
    'separator',
    {
      id: 'remove',
      label: t('images.removeThis'),
      icon: <Trash2 size={16} aria-hidden />,
      isDanger: true,
      onSelect: onRemove,
    },
  ];
  const onDrop = (event: DragEvent): void => {
    setOver(false);
    const dragged = event.dataTransfer.getData(TRAY_TYPE);
    const from = store.getState().pictures.findIndex((one) => one.key === dragged);
    if (from < 0) return;
    event.preventDefault();
    event.stopPropagation();
    move(dragged, number - 1 - from);
  };
  return (
    <li
      className={styles.item}
      data-row={number - 1}
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(TRAY_TYPE)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <button
        type="button"
        className={styles.number}
        tabIndex={-1}
        aria-label={t('images.mentionN', { number })}
        title={t('images.mention', { mention })}
        onClick={() => insertMention(number, t)}
      >
        {number}
      </button>
      <button
        type="button"
        className={styles.thumb}
        {...faceProps(isCurrent)}
        aria-label={withMissing(t('images.pictureN', { number, name }), file, t)}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
        title={[name, `${picture.widthPx}x${picture.heightPx}`, formatFileSize(picture.sizeBytes, t, locale)].join(
          t.separators.fact,
        )}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.setData(TRAY_TYPE, key);
          event.dataTransfer.effectAllowed = 'move';
        }}
        aria-pressed={isShown}
        onClick={() => store.getState().showPicture(key)}
      >
        {file === undefined ? <Thumbnail picture={picture} /> : <span className={styles.lost}>{name}</span>}
      </button>
      {file && (
        <>
          <span className={styles.mark} title={t('media.place', { path: file.path })}>
            {t(`media.${file.state}`)}
          </span>
          <Button variant="link" tabIndex={-1} className={styles.locate} onClick={() => locate(mediaId)}>
            {t('media.locate')}
          </Button>
        </>
      )}
      <Marks picture={picture} hasMask={hasMask} />
      <Menu
        {...menu}
        entries={entries}
        trigger={
          <IconButton
            size="small"
            tabIndex={-1}
            label={t('images.pictureActions', { number })}
            icon={<Ellipsis size={12} aria-hidden />}
            className={styles.more}
          />
        }
      />
      <IconButton
        size="small"
        tabIndex={-1}
        label={t('images.remove', { number })}
        icon={<X size={12} aria-hidden />}
        className={styles.remove}
        onClick={onRemove}
      />
    </li>
  );
}

/** The marks of a picture: it has the mask, is sent as an address, or is sent smaller. */
function Marks({ picture, hasMask }: { picture: TrayPicture; hasMask: boolean }) {
  const { t, locale } = useTranslation();
  const { fitted, isSentAsAddress, address } = picture;
  const marks = [
    hasMask && { id: 'mask', text: t('images.maskMark'), title: undefined },
    isSentAsAddress && { id: 'address', text: t('images.addressMark'), title: address ?? undefined },
    fitted !== null && {
      id: 'fitted',
      text: t('images.fittedMark'),
      title: formatFitted(picture, t, locale),
    },
  ].filter((mark) => mark !== false);
  return (
    <span className={styles.marks}>
      {marks.map(({ id, text, title }) => (
        <span key={id} className={styles.mark} title={title}>
          {text}
        </span>
      ))}
    </span>
  );
}
