// Puts an error into words: title, what happened, what it cost, the one action, details. It must not know where it is shown.

import { type AppError, ERRORS, type ErrorAction } from '../../shared/errors.ts';
import { isMessageKey, type Translate } from '../../shared/i18n/index.ts';

/** An error ready to be shown. */
export type ErrorWords = {
  title: string;
  text: string;
  action: { kind: Exclude<ErrorAction, 'none'>; label: string } | null;
  details: readonly { label: string; value: string }[];
};

/** Facts that are in the text already or mean nothing to a person. */
const NOT_SHOWN = new Set(['waitS', 'sizeBytes', 'relayMessage']);
/** What a relay says is quoted in the text up to this length. */
const QUOTE_LENGTH = 240;

/**
 * Words for an error.
 * @param isWaiting the app tries again by itself, so no action is offered.
 */
export function describeError(error: AppError, t: Translate, isWaiting = false): ErrorWords {
  const { action } = ERRORS[error.code];
  const waitS = error.details.waitS;
  const { relayMessage } = error.details;
  const sentences = [t(`error.${error.code}.advice`)];
  if (typeof relayMessage === 'string') {
    const words = relayMessage.length > QUOTE_LENGTH ? `${relayMessage.slice(0, QUOTE_LENGTH)}…` : relayMessage;
    sentences.push(t('error.relaySays', { words }));
  }
  sentences.push(t(`error.billed.${error.billed}`));
  if (typeof waitS === 'number') sentences.push(t(isWaiting ? 'error.waiting' : 'error.waitFirst', { seconds: waitS }));
  else if (isWaiting) sentences.push(t('error.retrying'));
  const details = Object.entries(error.details)
    .filter(([name]) => !NOT_SHOWN.has(name))
    .map(([name, value]) => {
      const key = `error.detail.${name}` as const;
      return { label: isMessageKey(key) ? t(key) : name, value: String(value) };
    });
  details.push({ label: t('error.detail.code'), value: error.code });
  if (error.traceId !== '') details.push({ label: t('error.detail.trace'), value: error.traceId });
  return {
    title: t(`error.${error.code}.title`),
    // Chinese sentences follow each other without a space.
    text: sentences.join(' ').replaceAll('。 ', '。'),
    action: isWaiting || action === 'none' ? null : { kind: action, label: t(`error.action.${action}`) },
    details,
  };
}
