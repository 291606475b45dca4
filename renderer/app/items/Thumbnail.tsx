// A stored picture at a small size, or a sound as the drawing of its waveform. Large pictures are shown by a thumbnail,
// because a list of them would take seconds and gigabytes to decode. While one is made, its place is empty.

import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { SpeechItem } from '../../../shared/contract/library.ts';
import type { Picture } from '../../../shared/contract/media.ts';
import { classNames } from '../../ui/class-names.ts';
import { useServices } from '../services.ts';
import styles from './Thumbnail.module.css';

/** Up to this number of pixels a picture is shown itself, without a thumbnail. */
const SMALL_PX = 1_000_000;

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
  return <ThumbnailImage key={mediaId} mediaId={mediaId} isSmall={isSmall} className={className} />;
}

/** The waveform of a take; nothing if it cannot be read. */
export function WaveThumbnail({ item, className }: { item: SpeechItem; className?: string | undefined }) {
  const { mediaId } = item;
  return <WaveImage key={mediaId} mediaId={mediaId} format={item.audio.format} className={className} />;
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

function ThumbnailImage({
  mediaId,
  isSmall,
  className,
}: {
  mediaId: string;
  isSmall: boolean;
  className?: string | undefined;
}) {
  const { thumbnails } = useServices();
  const [shown, setShown] = useState<Shown>(isSmall ? 'whole' : 'kept');
  const [isLoaded, setLoaded] = useState(false);
  const onError = (): void => {
    if (shown !== 'kept') {
      setShown('none');
      return;
    }
    setShown('missing');
    void thumbnails.make(mediaId).then((isMade) => setShown(isMade ? 'made' : 'whole'));
  };
  if (shown === 'none') return <NoPicture className={className} />;
  return (
    <img
      // Hidden until it can be seen: the browser draws an icon for a picture that is not there.
      className={classNames(className, styles.image, !isLoaded && styles.waiting)}
      src={sourceOf(shown, mediaId)}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={() => setLoaded(true)}
      onError={onError}
    />
  );
}

function WaveImage({
  mediaId,
  format,
  className,
}: {
  mediaId: string;
  format: SpeechItem['audio']['format'];
  className?: string | undefined;
}) {
  const { thumbnails } = useServices();
  const [shown, setShown] = useState<Shown>('kept');
  const [isLoaded, setLoaded] = useState(false);
  const onError = (): void => {
    if (shown !== 'kept') return;
    setShown('missing');
    void thumbnails.makeWave({ mediaId, format }).then((isMade) => setShown(isMade ? 'made' : 'none'));
  };
  const source = sourceOf(shown, mediaId);
  return (
    <span className={classNames(styles.wave, className)} aria-hidden>
      {isLoaded ? (
        // The picture is the shape, the style sheet gives the colour.
        <span className={styles.bars} style={{ maskImage: `url("${source}")` }} />
      ) : (
        <img
          className={styles.waiting}
          src={source}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={() => setLoaded(true)}
          onError={onError}
        />
      )}
    </span>
  );
}

function sourceOf(shown: Shown, mediaId: string): string | undefined {
  const sources: Readonly<Record<Shown, string | undefined>> = {
    kept: `/thumbnails/${mediaId}`,
    missing: undefined,
    // Differs from the address that failed, so that the browser requests it again.
    made: `/thumbnails/${mediaId}?made`,
    whole: `/media/${mediaId}`,
    none: undefined,
  };
  return sources[shown];
}
