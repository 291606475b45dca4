// Changes very many items: some in each request, so that how far it is can be told, and the rest left as it is.

import type { AppError } from '../../shared/errors.ts';
import { formatCount } from '../../shared/text/format-text.ts';
import type { Commons } from '../services.ts';
import { translatorOf } from '../texts.ts';

/** Items of one request: about a second where each of their files has to wait for the disk. */
export const ITEMS_AT_ONCE = 500;

/** How much was done before an error, or before *Cancel*; `left` is what was not. */
export type Done<T> = { done: readonly T[]; left: readonly T[]; error: AppError | null };

type ManyServices = Pick<Commons, 'toasts' | 'session'>;

/**
 * Sends all in parts, one after the other, up to the first failure. From two parts on a message tells how far it is.
 * @param isCancellable the message offers *Cancel*, which leaves the parts that are not sent yet
 */
export async function inParts<T>(
  { toasts, session }: ManyServices,
  all: readonly T[],
  send: (part: T[]) => Promise<AppError | null>,
  isCancellable = true,
): Promise<Done<T>> {
  const { locale } = session.getState();
  const t = translatorOf(locale);
  let isCancelled = false;
  const titleAt = (done: number): string =>
    t('work.progress', { done: formatCount(done, locale), count: formatCount(all.length, locale) });
  const cancel = { children: t('common.cancel'), onClick: () => (isCancelled = true) };
  const message =
    all.length > ITEMS_AT_ONCE
      ? toasts.add({ title: titleAt(0), timeout: 0, ...(isCancellable && { actionProps: cancel }) })
      : undefined;
  let first = 0;
  let error: AppError | null = null;
  while (first < all.length && error === null && !isCancelled) {
    error = await send(all.slice(first, first + ITEMS_AT_ONCE));
    if (error === null) first += ITEMS_AT_ONCE;
    if (message !== undefined) toasts.update(message, { title: titleAt(Math.min(first, all.length)) });
  }
  if (message !== undefined) toasts.close(message);
  return { done: all.slice(0, first), left: all.slice(first), error };
}
