// Counts what is billed, and says whether a job would pass the budget of its connection. What was counted before the
// app started is read once.

import { type Billed, billedBy, costOf, type Prices } from '../../shared/connection/prices.ts';
import { dayAt } from '../../shared/finding/days.ts';
import type { Database } from '../database/client.ts';
import type { JobRecord } from './job-record.ts';

/** What a connection spends. */
export type Spending = {
  /** Reads what was billed since the beginning of the month. @throws SQLite's error. */
  load: () => Promise<void>;
  /** Counts what may have been billed. */
  count: (connectionId: string, billed: Billed) => void;
  /**
   * Whether a job may be sent without a question. @param running jobs that are under way: theirs is as good as spent.
   */
  fits: (job: JobRecord, running: readonly JobRecord[]) => boolean;
  /** A person lets a connection pass its budget until its period ends or it is changed. Forgotten when the app ends. */
  allow: (connectionId: string) => void;
};

/** What it needs. */
export type SpendingDeps = {
  rows: Pick<Database['usage'], 'countBilled' | 'billedSince'>;
  prices: (connectionId: string) => Prices;
  now: () => number;
  /** A count could not be stored. */
  onLost: (error: unknown) => void;
};

/** Creates it. */
export function createSpending({ rows, prices, now, onLost }: SpendingDeps): Spending {
  /** By connection and day. */
  const billed = new Map<string, Map<string, Billed>>();
  /** What a person let a connection pass: a budget at its prices, in one period. */
  const allowed = new Map<string, string>();
  let isLoaded = false;

  const today = (): string => dayAt(now());
  const firstDay = ({ period }: Prices): string => (period === 'day' ? today() : `${today().slice(0, 7)}-01`);
  const budgetNow = (own: Prices): string => JSON.stringify([firstDay(own), own]);
  const add = (connectionId: string, day: string, { characters, pictures }: Billed): void => {
    const days = billed.get(connectionId) ?? new Map<string, Billed>();
    const before = days.get(day) ?? { characters: 0, pictures: 0 };
    days.set(day, { characters: before.characters + characters, pictures: before.pictures + pictures });
    billed.set(connectionId, days);
  };

  return {
    async load() {
      if (isLoaded) return;
      const before = await rows.billedSince(`${today().slice(0, 7)}-01`);
      for (const { connectionId, day, ...counts } of before) add(connectionId, day, counts);
      isLoaded = true;
    },
    count(connectionId, counts) {
      add(connectionId, today(), counts);
      void rows.countBilled(connectionId, counts).catch(onLost);
    },
    fits(job, running) {
      const { connectionId } = job;
      const own = prices(connectionId);
      const first = firstDay(own);
      if (own.budget === null || allowed.get(connectionId) === budgetNow(own)) return true;
      const cost = (counts: Billed): number => costOf(counts, own);
      const next = cost(billedBy(job));
      // What costs nothing is never held.
      if (next === 0) return true;
      const days = [...(billed.get(connectionId) ?? [])].filter(([day]) => day >= first);
      const spent = days.reduce((sum, [, counts]) => sum + cost(counts), 0);
      const pending = running.filter((one) => one.connectionId === connectionId);
      const whole = spent + pending.reduce((sum, one) => sum + cost(billedBy(one)), next);
      // Sums of fractions are not exact.
      return whole <= own.budget * (1 + 1e-9);
    },
    allow: (connectionId) => void allowed.set(connectionId, budgetNow(prices(connectionId))),
  };
}
