// The text of an error: title, what happened, its cost, one action, details. Independent of where it is shown.

import { type AppError, ERRORS, type ErrorAction, type ErrorCode, isTlsProblem } from '../../shared/errors.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { isStorageProblem } from '../../shared/storage/storage-problems.ts';
import { isTransferProblem } from '../../shared/storage/transfers.ts';
import { formatFileSize } from '../../shared/text/format-text.ts';
import { limitText } from './picture-text.ts';

/** The texts of an error. */
export type ErrorText = {
  title: string;
  /**
   * One paragraph each: what happened, the relay's own message, the task it is still at work on, the cost. The relay's
   * message has its own paragraph because it may lack a full stop.
   */
  paragraphs: readonly string[];
  action: { kind: Exclude<ErrorAction, 'none'>; label: string } | null;
  details: readonly { label: string; value: string }[];
};

/** Details that the text contains already or that mean nothing to a person. */
const NOT_SHOWN = new Set([
  'waitS',
  'retryAfterS',
  'suggestion',
  'sizeBytes',
  'relayMessage',
  'name',
  'path',
  'neededBytes',
  'freeBytes',
  'widthPx',
  'heightPx',
  'kind',
  'line',
  'textPart',
  'textParts',
  'partsArrived',
  'canAsk',
  'canAllow',
  'refusedOrigin',
]);
/** The relay's message is quoted up to this length, in characters. */
const QUOTE_LENGTH = 240;

/** The kind of request. Some errors have different texts for speech, for pictures, and for a connection test. */
export type ErrorTopic = 'speech' | 'edit' | 'test';

/**
 * Returns the texts of an error.
 * @param isWaiting the app retries automatically, so no action is offered.
 */
export function describeError(
  error: AppError,
  t: Translate,
  isWaiting = false,
  topic: ErrorTopic = 'speech',
): ErrorText {
  const { action } = ERRORS[error.code];
  // While waiting, the app knows the time; afterwards only the relay may have stated one.
  const waitS = isWaiting ? error.details.waitS : error.details.retryAfterS;
  const { relayMessage, taskId, taskUrl } = error.details;
  const said = [
    ...(typeof relayMessage === 'string' ? [t('error.relaySays', { words: shortened(relayMessage) })] : []),
    ...(typeof taskId === 'string' ? [t('error.task.id', { id: taskId })] : []),
    ...(typeof taskUrl === 'string' ? [t('error.task.address', { url: taskUrl })] : []),
  ];
  const advice = adviceOf(error, t, topic);
  const sentences = isOnThisComputer(error.code) ? [] : costOf(error, t);
  if (typeof waitS === 'number')
    sentences.push(t(isWaiting ? 'error.waiting' : 'error.waitFirst', { seconds: Math.ceil(waitS) }));
  else if (isWaiting) sentences.push(t(error.code === 'storage.failed' ? 'error.savedLater' : 'error.retrying'));
  const details = Object.entries(error.details)
    .filter(([name]) => !NOT_SHOWN.has(name))
    .map(([name, value]) => {
      const key = `error.detail.${name}` as const;
      return { label: t.has(key) ? t(key) : name, value: String(value) };
    });
  details.push({ label: t('error.detail.code'), value: error.code });
  if (error.traceId !== '') details.push({ label: t('error.detail.trace'), value: error.traceId });
  return {
    title: titleOf(error, t, topic),
    paragraphs:
      said.length > 0
        ? [advice, ...said, sentences.join(t.separators.sentence)].filter(Boolean)
        : [[advice, ...sentences].join(t.separators.sentence)],
    action: isWaiting || action === 'none' ? null : { kind: action, label: t(`error.action.${action}`) },
    details,
  };
}

/** What went wrong with files of this computer, on one line and without a cost. */
export function fileErrorText(error: AppError, t: Translate): string {
  return [titleOf(error, t, 'speech'), adviceOf(error, t, 'speech')].filter(Boolean).join(t.separators.fact);
}

/** What was paid. Of a text that was cut, also which part failed and how many are kept. */
function costOf({ billed, details }: AppError, t: Translate): string[] {
  const { textPart: part, textParts: parts, partsArrived: count } = details;
  if (typeof part !== 'number' || typeof parts !== 'number' || typeof count !== 'number')
    return [t(`error.billed.${billed}`)];
  const kept = count > 0 ? [t('error.parts.kept', { count })] : [];
  return [t('error.parts.failed', { part, parts }), ...kept, t(`error.parts.billed.${billed}`)];
}

function shortened(message: string): string {
  return message.length > QUOTE_LENGTH ? `${message.slice(0, QUOTE_LENGTH)}…` : message;
}

/** Returns the title or advice of an error: the text for the topic if there is one, otherwise the general text. */
export function errorText(code: ErrorCode, part: 'title' | 'advice', t: Translate, topic: ErrorTopic): string {
  const special = `error.${code}.${topic}.${part}`;
  const general = `error.${code}.${part}`;
  if (t.has(special)) return t(special);
  return t.has(general) ? t(general) : code;
}

/** Whether an error concerns local files; no request was sent, so the text states no cost. */
function isOnThisComputer(code: ErrorCode): boolean {
  return (
    code === 'picture.unusable' ||
    code === 'media.another' ||
    code.startsWith('download.') ||
    code.startsWith('export.') ||
    code.startsWith('transfer.') ||
    code.startsWith('import.')
  );
}

/** Errors whose title names the file, if it is known. */
const NAMED = [
  'picture.unusable',
  'media.missing',
  'media.another',
  'export.file_gone',
  'import.refused',
] as const satisfies readonly ErrorCode[];

function isNamed(code: ErrorCode): code is (typeof NAMED)[number] {
  return NAMED.some((named) => named === code);
}

function isNoRoom(code: ErrorCode): code is 'storage.no_room' | 'export.no_room' | 'transfer.no_room' {
  return code === 'storage.no_room' || code === 'export.no_room' || code === 'transfer.no_room';
}

function titleOf(error: AppError, t: Translate, topic: ErrorTopic): string {
  const { name } = error.details;
  if (typeof name === 'string' && isNamed(error.code)) return t(`error.${error.code}.named`, { name });
  return errorText(error.code, 'title', t, topic);
}

function adviceOf(error: AppError, t: Translate, topic: ErrorTopic): string {
  const { suggestion, path, neededBytes, freeBytes, problem, line } = error.details;
  if (error.code === 'media.missing' && typeof path === 'string') return t('error.media.missing.placed', { path });
  if (error.code === 'relay.not_found' && typeof suggestion === 'string')
    return t('error.relay.not_found.suggested', { suggestion });
  if (isNoRoom(error.code) && typeof neededBytes === 'number' && typeof freeBytes === 'number') {
    const size = (bytes: number): string => formatFileSize(bytes, t, t.locale);
    return t(`error.${error.code}.exact`, { needed: size(neededBytes), free: size(freeBytes) });
  }
  if (error.code === 'export.line_unreadable' && typeof line === 'number')
    return t('error.export.line_unreadable.exact', { line });
  const limit = error.code === 'picture.unusable' ? limitText(error.details, t) : '';
  if (limit !== '') return limit;
  // Every problem has its text, or this does not compile.
  if (error.code === 'storage.failed' && isStorageProblem(problem)) return t(`error.storage.failed.problem.${problem}`);
  if (error.code === 'transfer.refused' && isTransferProblem(problem))
    return t(`error.transfer.refused.problem.${problem}`);
  if (error.code === 'network.tls' && isTlsProblem(problem)) return t(`error.network.tls.problem.${problem}`);
  const exact = `error.${error.code}.problem.${String(error.details.problem ?? '')}`;
  return t.has(exact) ? t(exact) : errorText(error.code, 'advice', t, topic);
}
