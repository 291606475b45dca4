// What is said about the marks and records of saved files. Nothing, where all is as it was wanted.

import type { SavedFile } from '../../../shared/contract/provenance.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { UNMARKABLE } from '../../../shared/provenance.ts';
import { type Services, translatorOf } from '../services.ts';
import { fileErrorText } from './error-text.ts';

/** Sentences about files without a mark, and about records that were not written. */
function traceProblems(files: readonly SavedFile[], t: Translate): string[] {
  const problems = UNMARKABLE.flatMap((state) => {
    const count = files.filter(({ mark }) => mark === state).length;
    return count === 0 ? [] : [t(`provenance.notMarked.${state}`, { count })];
  });
  const errors = files.flatMap(({ recordError }) => recordError ?? []);
  const [first] = errors;
  if (first) problems.push(t('provenance.noRecord', { count: errors.length, reason: fileErrorText(first, t) }));
  return problems;
}

/** The sentences for a list of saved files, also how many were marked. */
export function traceTexts(files: readonly SavedFile[], t: Translate): string[] {
  const count = files.filter(({ mark }) => mark === 'written').length;
  return [...(count === 0 ? [] : [t('provenance.marked', { count })]), ...traceProblems(files, t)];
}

/** Says in a message what is not as it was wanted. */
export function tellTraces(
  { session, toasts }: Pick<Services, 'session' | 'toasts'>,
  files: readonly (SavedFile | null)[],
): void {
  const saved = files.filter((file) => file !== null);
  const t = translatorOf(session.getState().locale);
  const problems = traceProblems(saved, t);
  if (problems.length === 0) return;
  const title = t('provenance.savedAs', {
    name: saved
      .map(({ name }) => name)
      .slice(0, 3)
      .join(t.separators.fact),
  });
  toasts.add({ title, description: problems.join(' ') });
}
