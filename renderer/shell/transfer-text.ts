// Says in words how far a move, a back-up or an import is, and what it did.

import type { ImportResult, Transfer, TransferResult } from '../../shared/contract/transfers.ts';
import type { Locale, Translate } from '../../shared/i18n/index.ts';
import { REFUSALS } from '../../shared/storage/transfers.ts';
import { formatCount, formatFileSize } from '../../shared/text/format-text.ts';
import { nameSome } from './maintenance-text.ts';

/** How far it is; counts are bytes, or things while they are added. */
export function describeTransfer(
  { phase, progress }: Extract<Transfer, { step: 'running' }>,
  t: Translate,
  locale: Locale,
): string {
  if (phase === 'counting' || phase === 'waiting' || phase === 'switching') return t(`transfer.${phase}`);
  const format = (value: number): string =>
    phase === 'adding' ? formatCount(value, locale) : formatFileSize(value, t, locale);
  return t(`transfer.${phase}`, { done: format(progress.done), total: format(progress.total) });
}

/** A sentence about a transfer, with names that belong to it; `restorable`: the import that it offers to restore for. */
type Sentence = { text: string; names?: string; restorable?: ImportResult };

/** One sentence for each thing that a person should know. */
export function describeTransferred(result: TransferResult, t: Translate, locale: Locale): Sentence[] {
  const size = (bytes: number): string => (bytes === 0 ? '0' : formatFileSize(bytes, t, locale));
  switch (result.kind) {
    case 'move': {
      const { files, bytes, folder, left } = result;
      if (files === 0) return [{ text: t('transfer.used', { folder }) }];
      const kept = left.count > 0 ? [{ text: t('transfer.left', left), names: nameSome(left, t, locale) }] : [];
      return [{ text: t('transfer.moved', { count: files, size: size(bytes) }) }, ...kept];
    }
    case 'backUp':
    case 'project': {
      const { kind, counts, files, bytes, path, changed, checked, repaired, damaged, isContinued } = result;
      const written = { count: counts.items, files: formatCount(files, locale), size: size(bytes) };
      return [
        { text: t(kind === 'backUp' ? 'transfer.backedUp' : 'transfer.projectSaved', written) },
        ...(isContinued ? [{ text: t('transfer.continued') }] : []),
        ...(changed.count > 0 ? [{ text: t('transfer.changed', changed), names: nameSome(changed, t, locale) }] : []),
        ...(checked > 0 ? [{ text: t('transfer.checked', { count: checked }) }] : []),
        ...(repaired.count > 0
          ? [{ text: t('transfer.repaired', repaired), names: nameSome(repaired, t, locale) }]
          : []),
        ...(damaged.count > 0 ? [{ text: t('transfer.damaged', damaged), names: nameSome(damaged, t, locale) }] : []),
        { text: t('transfer.place', { path }) },
      ];
    }
    case 'import': {
      const { added, known, trashed, renamed, refused, isWhole } = result;
      const here = known.items + known.scripts + known.collections;
      const deleted = trashed.items.length + trashed.scripts.length;
      return [
        { text: t('transfer.imported', { count: added.items }) },
        ...(added.scripts > 0 ? [{ text: t('transfer.importedScripts', { count: added.scripts }) }] : []),
        ...(added.collections > 0 ? [{ text: t('transfer.importedCollections', { count: added.collections }) }] : []),
        ...(here > 0 ? [{ text: t('transfer.known', { count: here }) }] : []),
        ...(deleted > 0 ? [{ text: t('transfer.trashed', { count: deleted }), restorable: result }] : []),
        ...(renamed > 0 ? [{ text: t('transfer.renamed', { count: renamed }) }] : []),
        ...(isWhole ? [] : [{ text: t('transfer.notWhole') }]),
        ...REFUSALS.flatMap((reason) => {
          const list = refused[reason];
          return list ? [{ text: t(`transfer.refused.${reason}`, list), names: nameSome(list, t, locale) }] : [];
        }),
      ];
    }
  }
}
