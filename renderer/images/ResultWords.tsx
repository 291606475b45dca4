// What is said under a comparison: what was measured outside the mask, a size that differs, what the relay made of the words.

import { useStore } from 'zustand';
import type { EditItem } from '../../shared/contract/library.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { parseTier } from '../../shared/images/size.ts';
import { formatCount } from '../app/format-text.ts';
import { useWords } from '../app/services.ts';
import type { ImagesStore } from './images-store.ts';
import { percentText } from './mask-words.ts';

/** The measures of a result, in one line. */
export function Measures({
  store,
  item,
  className,
}: {
  store: ImagesStore;
  item: EditItem;
  className?: string | undefined;
}) {
  const { t, locale } = useWords();
  const isProtecting = useStore(store, (images) => images.protecting.has(item.id));
  const hasFailed = useStore(store, (images) => images.protectFailed.has(item.id));
  const words = [
    sizeDifference(item, t),
    measured(item, isProtecting, hasFailed, t, (count) => formatCount(count, locale)),
  ];
  return (
    <p className={className} role="status" aria-label={t('images.measured')}>
      {words.filter(Boolean).join(' · ')}
    </p>
  );
}

/** The instruction as the relay rewrote it; empty where it did not. */
export function revisedPromptOf({ revisedPrompt, request }: EditItem): string {
  return revisedPrompt === request.prompt || revisedPrompt === request.mask?.sentPrompt ? '' : revisedPrompt;
}

function measured(
  item: EditItem,
  isProtecting: boolean,
  hasFailed: boolean,
  t: Translate,
  count: (value: number) => string,
): string {
  if (item.request.mask === null) return t('images.noMaskUsed');
  if (item.protected !== null) {
    const { outsideChangedPx, rawOutsideChangedRatio } = item.protected;
    return t('images.outside', { changed: count(outsideChangedPx), percent: percentText(rawOutsideChangedRatio) });
  }
  if (hasFailed) return t('images.protectFailed');
  return isProtecting ? t('images.compositing') : '';
}

/** Said only where the relay made another size than it was asked for. */
function sizeDifference({ raw, request }: EditItem, t: Translate): string {
  const asked = request.options.size;
  const got = `${raw.widthPx}x${raw.heightPx}`;
  const isChosenByRelay = asked === null || parseTier(asked) !== undefined;
  return isChosenByRelay || asked === got ? '' : t('images.sizeDiffers', { asked, got });
}
