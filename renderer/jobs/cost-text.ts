// What work costs at the prices that a person entered, as a text.

import { type Billed, costOf, type Prices } from '../../shared/connection/prices.ts';
import type { Locale, Translate } from '../../shared/i18n/index.ts';

/** `about $0.05`, as the only element; nothing without a price. */
export function costText(billed: Billed, prices: Prices | undefined, t: Translate): string[] {
  const amount = prices === undefined ? 0 : costOf(billed, prices);
  return prices === undefined || amount === 0
    ? []
    : [t('cost.about', { amount: formatMoney(amount, prices.currency, t.locale) })];
}

/** `$0.05`, `12.50 credits`: an amount in a currency as a person typed it. Two decimals, more for small amounts. */
export function formatMoney(amount: number, currency: string, locale: Locale): string {
  const small = amount > 0 && amount < 0.1 ? Math.min(6, 1 - Math.floor(Math.log10(amount))) : 2;
  const options = { minimumFractionDigits: 2, maximumFractionDigits: Math.max(2, small) };
  const number = new Intl.NumberFormat(locale, options).format(amount);
  if (currency === '') return number;
  return /\p{Sc}$/u.test(currency) ? currency + number : `${number}\u00a0${currency}`;
}
