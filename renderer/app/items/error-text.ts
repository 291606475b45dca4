// The text of an error: title, what happened, what it cost, the one action, details. Independent of where it is shown.

import { type AppError, ERRORS, type ErrorAction, type ErrorCode } from '../../../shared/errors.ts';
import { isMessageKey, type Translate } from '../../../shared/i18n/index.ts';

/** An error ready to be shown. */
export type ErrorText = {
  title: string;
  /** One paragraph each: what happened, the relay's own message, what it cost. The relay's message may lack a full stop, so it stands alone. */
  paragraphs: readonly string[];
  action: { kind: Exclude<ErrorAction, 'none'>; label: string } | null;
  details: readonly { label: string; value: string }[];
};

/** Facts that are in the text already or mean nothing to a person. */
const NOT_SHOWN = new Set(['waitS', 'retryAfterS', 'suggestion', 'sizeBytes', 'relayMessage', 'name']);
/** What a relay says is quoted in the text up to this length. */
const QUOTE_LENGTH = 240;

/** What was asked for: some errors read differently for sound, for pictures, and for a mere test of the connection. */
export type ErrorTopic = 'speech' | 'edit' | 'test';

/**
 * The text of an error.
 * @param isWaiting the app tries again by itself, so no action is offered.
 */
export function describeError(
  error: AppError,
  t: Translate,
  isWaiting = false,
  topic: ErrorTopic = 'speech',
): ErrorText {
  const { action } = ERRORS[error.code];
  // While the app waits it knows how long; afterwards only the relay may have said.
  const waitS = isWaiting ? error.details.waitS : error.details.retryAfterS;
  const { relayMessage } = error.details;
  const advice = adviceOf(error, t, topic);
  const sentences = isOnThisComputer(error.code) ? [] : [t(`error.billed.${error.billed}`)];
  if (typeof waitS === 'number')
    sentences.push(t(isWaiting ? 'error.waiting' : 'error.waitFirst', { seconds: Math.ceil(waitS) }));
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
    title: titleOf(error, t, topic),
    paragraphs:
      typeof relayMessage === 'string'
        ? [
            advice,
            t('error.relaySays', { words: shortened(relayMessage) }),
            sentences.join(t.separators.sentence),
          ].filter(Boolean)
        : [[advice, ...sentences].join(t.separators.sentence)],
    action: isWaiting || action === 'none' ? null : { kind: action, label: t(`error.action.${action}`) },
    details,
  };
}

function shortened(message: string): string {
  return message.length > QUOTE_LENGTH ? `${message.slice(0, QUOTE_LENGTH)}…` : message;
}

/** The title or the advice of an error: the text for the topic where there is one, otherwise the general text. */
export function errorText(code: ErrorCode, part: 'title' | 'advice', t: Translate, topic: ErrorTopic): string {
  const special = `error.${code}.${topic}.${part}`;
  const general = `error.${code}.${part}`;
  if (isMessageKey(special)) return t(special);
  return isMessageKey(general) ? t(general) : code;
}

/** Bringing a picture in asks no relay for anything, so there is nothing to say about its price. */
function isOnThisComputer(code: ErrorCode): boolean {
  return code === 'picture.unusable' || code.startsWith('download.');
}

function titleOf(error: AppError, t: Translate, topic: ErrorTopic): string {
  const { name } = error.details;
  if (error.code === 'picture.unusable' && typeof name === 'string') return t('error.picture.unusable.named', { name });
  return errorText(error.code, 'title', t, topic);
}

function adviceOf(error: AppError, t: Translate, topic: ErrorTopic): string {
  const { suggestion } = error.details;
  if (error.code === 'relay.not_found' && typeof suggestion === 'string')
    return t('error.relay.not_found.suggested', { suggestion });
  const exact = `error.${error.code}.problem.${String(error.details.problem ?? '')}`;
  return isMessageKey(exact) ? t(exact) : errorText(error.code, 'advice', t, topic);
}
