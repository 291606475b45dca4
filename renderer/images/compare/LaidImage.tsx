// A picture of a comparison for assistive technology, and for the browser to show where the stage cannot.

import type { ReactEventHandler } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './CompareView.module.css';
import type { LaidPicture } from './compare-drawing.ts';

type LaidImageProps = {
  laid: LaidPicture;
  alt: string;
  className?: string | undefined;
  onLoad?: ReactEventHandler<HTMLImageElement> | undefined;
};

/** The picture in its place in the frame. */
export function LaidImage({ laid: { url, place }, alt, className, onLoad }: LaidImageProps) {
  const { left, top, width, height } = place;
  return (
    <img
      className={classNames(styles.picture, styles.onCanvas, className)}
      src={url}
      alt={alt}
      decoding="async"
      draggable={false}
      onLoad={onLoad}
      style={{ transform: `translate(${left * 100}%, ${top * 100}%) scale(${width}, ${height})` }}
    />
  );
}
