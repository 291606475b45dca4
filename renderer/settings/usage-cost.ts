// What usage cost, at today's prices.

import { costOf, type Prices } from '../../shared/connection/prices.ts';
import type { Connection } from '../../shared/contract/settings.ts';
import type { BilledRow } from '../../shared/contract/usage.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { formatMoney } from '../jobs/cost-text.ts';

/** Whether a person has entered any price. */
export function hasPrices(connections: readonly Pick<Connection, 'prices'>[]): boolean {
  return connections.some(({ prices }) => prices.speech !== null || prices.picture !== null);
}

/** Returns what rows cost, by currency: `$1.20, 30.00 credits`; '' for nothing that has a price. */
export function usageCost(
  rows: readonly BilledRow[],
  connections: readonly Pick<Connection, 'id' | 'prices'>[],
  t: Translate,
): string {
  const pricesOf = new Map<string, Prices>(connections.map(({ id, prices }) => [id, prices]));
  const sums = new Map<string, number>();
  for (const row of rows) {
    const prices = pricesOf.get(row.connectionId);
    const cost = prices === undefined ? 0 : costOf(row, prices);
    if (prices !== undefined && cost > 0) sums.set(prices.currency, (sums.get(prices.currency) ?? 0) + cost);
  }
  return [...sums].map(([currency, sum]) => formatMoney(sum, currency, t.locale)).join(t.separators.list);
}
