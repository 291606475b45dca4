// What a relay asks for its work, as a person has entered it, and how much may be spent without a question.

import { characterCount } from '../text/utf8.ts';

/** The spans that a budget is for. */
export const BUDGET_PERIODS = ['day', 'month'] as const;
type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/** The prices of a connection, in any currency; null where a person has entered nothing. */
export type Prices = {
  /** As it was typed: `$`, `CNY`, `credits`. */
  currency: string;
  /** Of 1,000 characters of speech. */
  speech: number | null;
  /** Of one picture. */
  picture: number | null;
  /** What may be spent in a period before the app asks. */
  budget: number | null;
  period: BudgetPeriod;
};

/** Nothing entered. */
export const NO_PRICES: Prices = { currency: '', speech: null, picture: null, budget: null, period: 'day' };
/** The range of a price or budget. */
export const MAX_PRICE = 1_000_000;
/** The longest name of a currency, in characters. */
export const MAX_CURRENCY = 12;

/** What is paid for: characters of spoken text, and pictures. */
export type Billed = { characters: number; pictures: number };

/** Returns what work costs, as far as prices were entered: 0 without any. */
export function costOf({ characters, pictures }: Billed, { speech, picture }: Prices): number {
  return (characters * (speech ?? 0)) / 1000 + pictures * (picture ?? 0);
}

/** Returns what a request for speech or pictures is billed by. */
export function billedBy(
  job:
    | { kind: 'speech'; request: { text: string } }
    | { kind: 'edit'; request: { options: { variations: number | null } } },
): Billed {
  return job.kind === 'speech'
    ? { characters: characterCount(job.request.text), pictures: 0 }
    : { characters: 0, pictures: job.request.options.variations ?? 1 };
}
