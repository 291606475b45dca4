// The difference between a result and its source, shown instead of the comparison, and the line with its figures.

import { useEffect, useState } from 'react';
import type { EditItem } from '../../../shared/contract/library.ts';
import { formatCount } from '../../../shared/text/format-text.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Explained } from '../../ui/Explained.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import compare from './CompareView.module.css';
import styles from './DifferencePicture.module.css';
import { differenceShares } from './result-quality-text.ts';
import type { DifferenceState, DrawnDifference } from './use-difference.ts';

type DrawnProps = { drawn: DrawnDifference; item: EditItem; isRaw: boolean };

/** The drawing of a difference, for assistive technology, and for the browser to show where the stage cannot. */
export function DifferencePicture(props: DrawnProps) {
  const { t } = useTranslation();
  const { inside, outside } = useShares(props);
  const url = useBlobUrl(props.drawn.blob);
  if (url === null) return null;
  const shares = [inside, outside].filter(Boolean).join(', ');
  return (
    <img
      className={classNames(compare.picture, compare.onCanvas)}
      src={url}
      alt={t('images.difference.alt', { shares })}
      decoding="async"
      draggable={false}
    />
  );
}

type DifferenceLineProps = Omit<DrawnProps, 'drawn'> & {
  state: DifferenceState;
  onAgain: () => void;
  className?: string | undefined;
};

/** How much changed, in the colours of the drawing; without a drawing, that it is being made or has failed. */
export function DifferenceLine({ state, item, isRaw, onAgain, className }: DifferenceLineProps) {
  const { t } = useTranslation();
  return (
    <div className={className} role="status" aria-label={t('images.measured')}>
      {state === 'busy' && <Busy />}
      {state === 'noSource' && t('images.difference.noSource')}
      {state === 'failed' && (
        <>
          {t('images.difference.failed')} <Button onClick={onAgain}>{t('images.drawAgain')}</Button>
        </>
      )}
      {typeof state === 'object' && <Shares drawn={state} item={item} isRaw={isRaw} />}
    </div>
  );
}

function Busy() {
  const { t } = useTranslation();
  const text = t('images.difference.busy');
  return (
    <span className={styles.busy}>
      {text}
      <ProgressBar label={t('images.compareDifference')} valueText={text} />
    </span>
  );
}

function Shares(props: DrawnProps) {
  const { t } = useTranslation();
  const { inside, outside } = useShares(props);
  return (
    <Explained
      label={t('images.difference.legendName')}
      summary={
        <span className={styles.shares}>
          {inside !== '' && <span className={styles.inside}>{inside}</span>}
          {outside !== '' && <span className={styles.outside}>{outside}</span>}
        </span>
      }
    >
      <p>{t('images.difference.legend')}</p>
    </Explained>
  );
}

function useShares({ drawn, item, isRaw }: DrawnProps) {
  const { t, locale } = useTranslation();
  // For a protected picture the exact count is known.
  const proved = isRaw || item.protected === null ? null : formatCount(item.protected.outsideChangedPx, locale);
  return differenceShares(drawn, item.request.mask !== null, proved, t);
}

function useBlobUrl(blob: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(blob);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [blob]);
  return url;
}
