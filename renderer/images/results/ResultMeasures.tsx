// The line about a result: what is not as wished, in a few words. The measurements, and the verdict if that is as wished,
// are in its details.

import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import { faultOf, isShowable } from '../../../shared/images/picture-states.ts';
import { parseTier } from '../../../shared/images/size.ts';
import { formatDifference, formatPart, formatSentSize } from '../../items/picture-text.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Explained } from '../../ui/Explained.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import styles from '../compare/CompareView.module.css';
import { formatOutside, formatProtection, isOtherShapeSaid, isVerdictSaid } from '../compare/result-quality-text.ts';
import { useUsage, VerdictDetails } from '../compare/VerdictLine.tsx';
import type { ImagesStore } from '../images-store.ts';
import { sizeToTry } from '../request/helpful-sizes.ts';
import { useSizeRules } from '../request/use-wire.ts';
import { storedOf } from './protection.ts';

type MeasuresProps = {
  store: ImagesStore;
  item: EditItem;
  /** On one line: the progress is a number only. */
  isOneLine?: boolean;
  className?: string | undefined;
};

/** The measurements of a result in one line; while they are computed, the progress. */
export function Measures({ store, item, isOneLine = false, className }: MeasuresProps) {
  const { t, locale } = useTranslation();
  const doneRatio = useStore(store, (images) => images.working.get(item.id));
  const undone = useStore(store, (images) => images.undone.get(item.id));
  const isProtecting = item.request.mask !== null && doneRatio !== undefined;
  const isMade = item.request.mask !== null || item.request.isSizeMatched;
  const isShapeSaid = isOtherShapeSaid(item);
  const facts = [sizeDifference(item, t), formatDifference(item, t), measured(item, undone, t, locale)].filter(Boolean);
  const text = isShapeSaid
    ? t(item.request.mask === null ? 'images.otherShape' : 'images.shownElsewhere')
    : facts.join(t.separators.fact);
  const results = useStore(store, (images) => images.results);
  const rules = useSizeRules();
  const size = sizeToTry(item, results, rules);
  const isVerdictQuiet = !isVerdictSaid(useUsage(store, item)) || isShapeSaid;
  const revised = revisedPromptOf(item);
  const said = revised === '' ? '' : t('images.revised', { text: revised });
  const part = formatPart(item, t);
  const sentPart = part === '' ? '' : t('images.sentPart', { part });
  const more = [
    ...(isShapeSaid ? [text, ...facts] : []),
    ...[sentPart, formatSentSize(item, t), ...formatProtection(item, t, locale), said].filter(Boolean),
  ];
  const hasDetails = more.length > 0 || isVerdictQuiet;
  return (
    <div className={className} role="status" aria-label={t('images.measured')}>
      {isProtecting && <Protecting store={store} item={item} doneRatio={doneRatio} isOneLine={isOneLine} />}
      {!isProtecting && !hasDetails && (
        <span className={styles.measured} title={text}>
          {text}
        </span>
      )}
      {!isProtecting && hasDetails && (
        <Explained label={t('images.measuredMore')} summary={text || t('common.details')}>
          {more.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {isVerdictQuiet && <VerdictDetails store={store} item={item} />}
        </Explained>
      )}
      {!isProtecting && size !== undefined && (
        <Button onClick={() => void store.getState().editAgain(item.request, { size: { kind: 'size', text: size } })}>
          {t('images.trySize', { size })}
        </Button>
      )}
      {!isProtecting && undone !== undefined && isMade && isShowable(item.raw.state) && (
        <Button onClick={() => store.getState().workAgain(item.id)}>
          {t(item.request.mask === null ? 'images.bringBackAgain' : 'images.protectAgain')}
        </Button>
      )}
    </div>
  );
}

type ProtectingProps = Omit<Required<MeasuresProps>, 'className'> & { doneRatio: number };

function Protecting({ store, item, doneRatio, isOneLine }: ProtectingProps) {
  const { t } = useTranslation();
  const text = t(item.protected === null ? 'images.compositing' : 'images.adjusting');
  const percent = `${Math.round(doneRatio * 100)} %`;
  return (
    <span className={styles.working}>
      <span className={styles.progress}>
        {isOneLine ? `${text} ${percent}` : text}
        {!isOneLine && <ProgressBar label={text} valueText={percent} doneRatio={doneRatio} />}
      </span>
      <Button variant="plain" onClick={() => store.getState().stopWork(item.id)}>
        {t('images.stopWork')}
      </Button>
    </span>
  );
}

/** The prompt as the relay rewrote it; empty if it did not. */
export function revisedPromptOf({ revisedPrompt, request }: EditItem): string {
  return revisedPrompt === request.prompt || revisedPrompt === request.mask?.sentPrompt ? '' : revisedPrompt;
}

function measured(item: EditItem, undone: 'failed' | 'cancelled' | undefined, t: Translate, locale: Locale): string {
  if (item.request.mask === null) {
    if (!isShowable(item.raw.state)) return '';
    const isLeft = undone !== undefined && item.request.isSizeMatched && item.protected === null;
    return [t('images.noMaskUsed'), isLeft ? t('images.bringBackFailed') : ''].filter(Boolean).join(t.separators.fact);
  }
  if (item.protected !== null) {
    return item.protected.outsideChangedPx === 0 ? t('images.untouched') : formatOutside(item.protected, t, locale);
  }
  if (storedOf(item) === null) return t('images.notProtected');
  if (faultOf(item.raw.state) !== undefined) return t('picture.notProtected');
  if (undone === undefined) return '';
  return t(undone === 'failed' ? 'images.protectFailed' : 'images.protectStopped');
}

/** Returns the text about the size if the relay returned another size than requested; otherwise empty. */
function sizeDifference({ raw, request }: EditItem, t: Translate): string {
  const requested = request.options.size;
  const got = `${raw.widthPx}x${raw.heightPx}`;
  const isUnknown = raw.widthPx === 0 || raw.heightPx === 0;
  const isChosenByRelay = requested === null || parseTier(requested) !== undefined;
  return isUnknown || isChosenByRelay || requested === got ? '' : t('images.sizeDiffers', { asked: requested, got });
}
