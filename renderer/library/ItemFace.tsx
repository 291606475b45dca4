// What the cell of one library item shows: a take, a picture, or a kept reply.

import { useStore } from 'zustand';
import type { EditItem, LibraryItem, ReplyItem, SpeechItem } from '../../shared/contract/library.ts';
import type { MissingMedia } from '../../shared/contract/media.ts';
import type { Locale, Translate } from '../../shared/i18n/index.ts';
import { faultOf } from '../../shared/images/picture-states.ts';
import { contentFacts } from '../../shared/library/reply-contents.ts';
import { formatExactTime, formatFileSize, formatTime } from '../../shared/text/format-text.ts';
import { cutText, itemCaption, keptWords, takeDuration, takeName, voiceNameOf } from '../items/item-text.ts';
import { StarButton } from '../items/keeping/StarButton.tsx';
import { MissingMark } from '../items/MissingFile.tsx';
import { canShow, faultText, formatPixelSize, markOf } from '../items/picture-text.ts';
import { Thumbnail, WaveThumbnail } from '../items/Thumbnail.tsx';
import { shownPicture } from '../items/versions.ts';
import { useCommons, usePlayer } from '../services.ts';
import { classNames } from '../ui/class-names.ts';
import styles from './ItemGrid.module.css';

/** Characters of a text that a cell shows at most: a text of a megabyte would take seconds to lay out. */
const MAX_SHOWN = 400;

/** Returns the beginning of a text, as much of it as a cell can show. */
export function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Returns the accessible name of an item's cell. */
export function itemLabel(item: LibraryItem, t: Translate, locale: Locale): string {
  return [nameOf(item, t, locale), ...keptWords(item, t)].join(t.separators.list);
}

function nameOf(item: LibraryItem, t: Translate, locale: Locale): string {
  const title = shortened(item.title);
  const time = formatExactTime(item.createdAtMs, locale);
  switch (item.kind) {
    case 'speech':
      return t('library.item', {
        title,
        voice: voiceNameOf(item, t('speech.voiceDefault')),
        duration: takeDuration(item),
        time,
      });
    case 'edit':
      return t('library.picture', {
        title,
        size: [pictureSize(item, t), faultMark(item, t)].filter(Boolean).join(', '),
        time,
      });
    case 'reply':
      return t('reply.label', { title: shortened(replyTitle(item, t)) });
  }
}

/** `file`: one of the item's files that is missing or changed. The cell gives the language: a screen has many faces. */
type FaceProps<Item> = { item: Item; file: MissingMedia | undefined; t: Translate; locale: Locale };

/** The content of an item's cell. */
export function ItemFace(props: FaceProps<LibraryItem>) {
  return (
    <>
      <KindFace {...props} />
      <StarButton item={props.item} isInRow className={styles.star} />
    </>
  );
}

/** How an item is rated, for the eye: its label says it in words. */
export function ratedText({ rating }: LibraryItem): string {
  return rating === 0 ? '' : `\u2002${'★'.repeat(rating)}`;
}

function KindFace({ item, ...props }: FaceProps<LibraryItem>) {
  switch (item.kind) {
    case 'speech':
      return <TakeFace item={item} {...props} />;
    case 'edit':
      return <PictureFace item={item} {...props} />;
    case 'reply':
      return <ReplyFace item={item} {...props} />;
  }
}

function ReplyFace({ item, file, t, locale }: FaceProps<ReplyItem>) {
  return (
    <>
      <p className={styles.title} dir="auto">
        {shortened(replyTitle(item, t))}
      </p>
      <p className={styles.facts}>
        {file && <MissingMark file={file} />}
        <span className={styles.badge}>{t('reply.badge')}</span>
        <span>{contentFacts(item.content).extension}</span>
        <span>{formatFileSize(item.sizeBytes, t, locale)}</span>
      </p>
    </>
  );
}

/** Returns the title of a reply's request; if that is not known any more, a general one. */
function replyTitle({ title }: ReplyItem, t: Translate): string {
  return title === '' ? t('reply.untitled') : title;
}

function PictureFace({ item, file, t, locale }: FaceProps<EditItem>) {
  const { missing } = useCommons();
  const shown = shownPicture(
    item,
    useStore(missing, (state) => state.files),
  );
  const fault = faultMark(item, t);
  return (
    <>
      <Thumbnail picture={shown} isHidden={!canShow(item, shown)} className={styles.picture} />
      {file && <MissingMark file={file} className={styles.missing} />}
      {file === undefined && fault !== '' && (
        <span className={classNames(styles.badge, styles.missing)} title={faultText(item, t)}>
          {fault}
        </span>
      )}
      <p className={styles.caption}>
        <span className={styles.voice} dir="auto">
          {shortened(itemCaption(item))}
        </span>
        <span>
          {formatTime(item.createdAtMs, locale)}
          {ratedText(item)}
        </span>
      </p>
    </>
  );
}

/** The mark of a damaged picture, or one that cannot be shown; a picture is decoded when it is opened. */
function faultMark(item: EditItem, t: Translate): string {
  return faultOf(item.raw.state) === undefined ? '' : markOf(item, false, t);
}

function TakeFace({ item, file, t, locale }: FaceProps<SpeechItem>) {
  const toggleItem = usePlayer((player) => player.toggleItem);
  const isPlaying = usePlayer((state) => state.isPlaying && state.item?.id === item.id);
  return (
    <>
      <p className={styles.title} data-take="" dir="auto">
        {shortened(itemCaption(item))}
      </p>
      <WaveThumbnail item={item} className={styles.wave} />
      <p className={styles.facts}>
        {file && <MissingMark file={file} />}
        <span className={styles.voice}>{voiceNameOf(item, t('speech.voiceDefault'))}</span>
        {/* Text alone: a screen has many cells. */}
        {takeDuration(item)}
        {ratedText(item)}
        {item.isComplete && file === undefined && `\u2002${formatTime(item.createdAtMs, locale)}`}
        {!item.isComplete && <span className={styles.badge}>{cutText(item, t)}</span>}
      </p>
      <button
        type="button"
        className={styles.play}
        tabIndex={-1}
        aria-label={t(isPlaying ? 'takes.pause' : 'takes.play', { title: takeName(item, t, locale) })}
        data-playing={isPlaying ? '' : undefined}
        onClick={() => toggleItem(item)}
        onDoubleClick={(event) => event.stopPropagation()}
      />
    </>
  );
}

/** `2560x1440`, or that the size is not known. */
export function pictureSize(item: EditItem, t: Translate): string {
  return formatPixelSize(item.protected?.picture ?? item.raw, t);
}
