// What is said about saved files: where they are, and of their marks and records what is not as it was wanted.

import type { SavedFile } from '../../shared/contract/provenance.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { UNMARKABLE } from '../../shared/library/provenance.ts';
import type { Commons } from '../services.ts';
import { translatorOf } from '../texts.ts';
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

/** Shows a saved file in the system's program for files. @returns the failure, if any */
export async function showSaved(
  { ipc }: Pick<Commons, 'ipc'>,
  { fileId = '' }: Pick<SavedFile, 'fileId'>,
): Promise<AppError | null> {
  const shown = await ipc.request('library.showSaved', { fileId });
  return shown.ok ? null : shown.error;
}

/**
 * Says in a message that files were saved and what about their marks and records is not as it was wanted, and offers to
 * show them in their folder. Nothing is said of files that were dragged, unless something is not as it was wanted.
 */
export function notifySaved(
  services: Pick<Commons, 'ipc' | 'session' | 'toasts'>,
  files: readonly (SavedFile | null)[],
): void {
  const { session, toasts } = services;
  const saved = files.filter((file) => file !== null);
  const t = translatorOf(session.getState().locale);
  const problems = traceProblems(saved, t);
  const shown = saved.findLast(({ fileId }) => fileId !== undefined);
  if (problems.length === 0 && shown === undefined) return;
  const names = saved.slice(0, 3).map(({ name }) => name);
  const id = toasts.add({
    title: t('provenance.savedAs', { name: names.join(t.separators.fact) }),
    description: problems.join(' '),
    ...(shown && {
      actionProps: {
        children: t('transfer.show'),
        onClick: () => {
          toasts.close(id);
          void showSaved(services, shown).then((error) => error && toasts.add({ title: fileErrorText(error, t) }));
        },
      },
    }),
  });
}
