// Says in words what a rebuild or a verification of the library found.

import type { Listed, Maintenance, VerifyResult } from '../../shared/contract/recovery.ts';
import type { Locale, Translate } from '../../shared/i18n/index.ts';
import { CARRIED_TABLES, VERIFY_FINDINGS } from '../../shared/storage/library-maintenance.ts';
import { formatCount } from '../../shared/text/format-text.ts';

/** Ids and names are long: more of them help nobody. */
const NAMED = 3;

/** One sentence for each thing that a person should know: items, what is missing, where the earlier database is. */
export function describeRebuild(
  { result, aside }: Extract<Maintenance, { step: 'rebuilt' }>,
  t: Translate,
  locale: Locale,
): string[] {
  const { items, itemsFromRows, badSidecars, carried } = result;
  const sentences = [t('maintenance.rebuilt', { count: items })];
  if (itemsFromRows > 0) sentences.push(t('maintenance.fromRows', { count: itemsFromRows }));
  if (badSidecars.count > 0)
    sentences.push(`${t('maintenance.badSidecars', { count: badSidecars.count })} ${nameSome(badSidecars, t, locale)}`);
  const lost = CARRIED_TABLES.filter((table) => carried[table]?.isWhole === false);
  const names = lost.map((table) => t(`maintenance.lost.${table}`));
  if (lost.length > 0) sentences.push(t('maintenance.lost', { what: new Intl.ListFormat(locale).format(names) }));
  if (aside !== null) sentences.push(t('maintenance.aside', { file: aside }));
  return sentences;
}

/** What a verification found, each with the first ids or names; empty if all is well. */
export function describeFindings(
  { findings }: VerifyResult,
  t: Translate,
  locale: Locale,
): { text: string; names: string }[] {
  return VERIFY_FINDINGS.flatMap((finding) => {
    const list = findings[finding];
    return list === undefined
      ? []
      : [{ text: t(`maintenance.found.${finding}`, { count: list.count }), names: nameSome(list, t, locale) }];
  });
}

/** The first names of a list, and how many more there are. */
export function nameSome({ count, first }: Listed, t: Translate, locale: Locale): string {
  const names = first.slice(0, NAMED).join(', ');
  const more = count - Math.min(NAMED, first.length);
  return more > 0 ? t('maintenance.names', { names, count: formatCount(more, locale) }) : names;
}
