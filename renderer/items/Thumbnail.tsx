// A stored picture at a small size, or a sound as the drawing of its waveform. Large pictures are shown by a thumbnail,
// because a list of them would take seconds and gigabytes to decode. While one is made, its place is empty.

import { ImageOff } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EditItem, SpeechItem } from '../../shared/contract/library.ts';
import type { Picture } from '../../shared/contract/media.ts';
import { useCommons, useSession } from '../services.ts';
import { classNames } from '../ui/class-names.ts';
import styles from './Thumbnail.module.css';
import { type ThumbnailSubject, thumbnailUrl } from './thumbnails.ts';
import { useSettled } from './use-settled.ts';

/** Up to this number of pixels a picture is shown itself, without a thumbnail. */
const SMALL_PX = 1_000_000;

type ResultThumbnailProps = { item: EditItem; isClose: boolean };

type ThumbnailProps = {
  picture: Pick<Picture, 'mediaId' | 'widthPx' | 'heightPx'>;
  /** Nothing of the picture can be shown: an icon stands for it. */
  isHidden?: boolean;
  className?: string | undefined;
};

/** The picture of a list entry, whole. The text beside it describes it, so its `alt` is empty. */
export function Thumbnail({ picture, isHidden = false, className }: ThumbnailProps) {
  const { mediaId, widthPx, heightPx } = picture;
  if (isHidden) return <NoPicture className={className} />;
  const isSmall = widthPx * heightPx <= SMALL_PX;
  return (
    <ThumbnailImage key={mediaId} subject={{ kind: 'picture', mediaId }} isSmall={isSmall} className={className} />
  );
}

/**
 * A version of an edit, whole: ten edits of one photograph are seen to be of one. `isClose`: of a protected picture the
 * part that was changed, if that is small.
 */
export function ResultThumbnail({ item, picture, isClose, ...props }: ThumbnailProps & ResultThumbnailProps) {
  const coverageMediaId = item.request.mask?.coverageMediaId;
  const isWhole = coverageMediaId === undefined || picture.mediaId !== item.protected?.picture.mediaId;
  if (!isClose || props.isHidden || isWhole) return <Thumbnail picture={picture} {...props} />;
  const { mediaId } = picture;
  const subject = { kind: 'changed', mediaId, coverageMediaId } as const;
  return <ThumbnailImage key={mediaId} subject={subject} isSmall={false} className={props.className} />;
}

/** The waveform of a take; nothing if it cannot be read. */
export function WaveThumbnail({ item, className }: { item: SpeechItem; className?: string | undefined }) {
  const { mediaId } = item;
  const subject = { kind: 'sound', mediaId, format: item.audio.format } as const;
  return <WaveImage key={mediaId} subject={subject} className={className} />;
}

function NoPicture({ className }: { className?: string | undefined }) {
  return (
    <span className={classNames(styles.hidden, className)}>
      <ImageOff size={20} aria-hidden />
    </span>
  );
}

/**
 * `kept`: stored; `missing`: being made; `made`: just made; `whole`: the file itself, as there is no thumbnail or it
 * cannot be made; `none`: nothing can be shown.
 */
type Shown = 'kept' | 'missing' | 'made' | 'whole' | 'none';

/** Makes a thumbnail that is missing; what is left is not made. */
function useThumbnail(subject: ThumbnailSubject, first: Shown, instead: 'whole' | 'none') {
  const { thumbnails } = useCommons();
  const [shown, setShown] = useState<Shown>(first);
  const source = sourceOf(shown, subject);
  const isKnown = source !== undefined && thumbnails.isKnown(source);
  const isSettled = useSettled(isKnown);
  const [isLoaded, setLoaded] = useState(isKnown);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const isStorageWell = useSession(({ storageHealth }) => storageHealth.problem === null);
  const [wasStorageWell, setWasStorageWell] = useState(isStorageWell);
  if (wasStorageWell !== isStorageWell) {
    setWasStorageWell(isStorageWell);
    // A folder that was away is back.
    if (isStorageWell && shown === 'none') setShown(first);
  }
  return {
    isLoaded,
    source: isSettled ? source : undefined,
    isNone: shown === 'none',
    onLoad: () => {
      if (source !== undefined) thumbnails.noteShown(source);
      setLoaded(true);
    },
    onError: () => {
      if (shown !== 'kept') {
        setShown('none');
        return;
      }
      setShown('missing');
      const own = new AbortController();
      leaving.current = own;
      void thumbnails.make(subject, own.signal).then((isMade) => {
        if (!own.signal.aborted) setShown(isMade ? 'made' : instead);
      });
    },
  };
}

/** Ends the loading of a picture that leaves the document. */
function cancelled(image: HTMLImageElement | null): (() => void) | undefined {
  return image === null ? undefined : () => image.removeAttribute('src');
}

function ThumbnailImage({
  subject,
  isSmall,
  className,
}: {
  subject: ThumbnailSubject;
  isSmall: boolean;
  className?: string | undefined;
}) {
  const { isLoaded, isNone, source, onLoad, onError } = useThumbnail(subject, isSmall ? 'whole' : 'kept', 'whole');
  if (isNone) return <NoPicture className={className} />;
  return (
    <img
      ref={cancelled}
      // Hidden until it can be seen: the browser draws an icon for a picture that is not there.
      className={classNames(className, styles.image, !isLoaded && styles.waiting)}
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={onLoad}
      onError={onError}
    />
  );
}

/**
 * Pictures outside the document that load nothing, to be used again: the browser keeps each one that it has ever loaded
 * outside, until the page ends.
 */
const idleImages: HTMLImageElement[] = [];

function WaveImage({ subject, className }: { subject: ThumbnailSubject; className?: string | undefined }) {
  const { isLoaded, source, onLoad, onError } = useThumbnail(subject, 'kept', 'none');
  const loaded = useEffectEvent(onLoad);
  const failed = useEffectEvent(onError);
  // Outside the document: a screen of the library has dozens.
  useEffect(() => {
    if (isLoaded || source === undefined) return;
    const image = idleImages.pop() ?? new Image();
    image.onload = () => loaded();
    image.onerror = () => failed();
    image.src = source;
    return () => {
      image.onload = null;
      image.onerror = null;
      image.removeAttribute('src');
      idleImages.push(image);
    };
  }, [isLoaded, source]);
  // The picture is the shape, the style sheet gives the colour.
  const style = isLoaded && source !== undefined ? { maskImage: `url("${source}")` } : undefined;
  return <span className={classNames(styles.wave, style && styles.bars, className)} style={style} aria-hidden />;
}

function sourceOf(shown: Shown, subject: ThumbnailSubject): string | undefined {
  const sources: Readonly<Record<Shown, string | undefined>> = {
    kept: thumbnailUrl(subject),
    missing: undefined,
    // Differs from the address that failed, so that the browser requests it again.
    made: `${thumbnailUrl(subject)}?made`,
    whole: `/media/${subject.mediaId}`,
    none: undefined,
  };
  return sources[shown];
}
