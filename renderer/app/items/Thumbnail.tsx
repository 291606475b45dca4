// A stored picture at a small size. Large pictures are shown by a thumbnail, because a list of them would take seconds
// and gigabytes to decode.

import { ImageOff } from 'lucide-react';
import { useState } from 'react';
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

/** The picture of a list entry. The text beside it describes it, so its `alt` is empty. */
export function Thumbnail({ picture, isHidden = false, className }: ThumbnailProps) {
  const { mediaId, widthPx, heightPx } = picture;
  if (isHidden) {
    return (
      <span className={classNames(styles.hidden, className)}>
        <ImageOff size={20} aria-hidden />
      </span>
    );
  }
  const isSmall = widthPx * heightPx <= SMALL_PX;
  return <ThumbnailImage key={mediaId} mediaId={mediaId} isSmall={isSmall} className={className} />;
}

/** `kept`: stored; `missing`: being made; `made`: just made; `whole`: there is no thumbnail, or it cannot be made. */
type Shown = 'kept' | 'missing' | 'made' | 'whole';

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
  const onError = (): void => {
    if (shown !== 'kept') return;
    setShown('missing');
    void thumbnails.make(mediaId).then((isMade) => setShown(isMade ? 'made' : 'whole'));
  };
  const sources: Readonly<Record<Shown, string | undefined>> = {
    kept: `/thumbnails/${mediaId}`,
    missing: undefined,
    // Differs from the address that failed, so that the browser requests it again.
    made: `/thumbnails/${mediaId}?made`,
    whole: `/media/${mediaId}`,
  };
  return (
    <img
      className={className}
      src={sources[shown]}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={onError}
    />
  );
}
