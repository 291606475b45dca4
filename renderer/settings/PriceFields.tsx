// What the relay of a connection asks, and how much may be spent without a question. For the person alone: no relay says it.

import { useId, useState } from 'react';
import { BUDGET_PERIODS, MAX_CURRENCY, MAX_PRICE, NO_PRICES, type Prices } from '../../shared/connection/prices.ts';
import { formatCount } from '../../shared/text/format-text.ts';
import { formatMoney } from '../jobs/cost-text.ts';
import { useTranslation } from '../services.ts';
import { classNames } from '../ui/class-names.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import field from '../ui/field.module.css';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import styles from './ConnectionForm.module.css';

const AMOUNTS = ['speech', 'picture', 'budget'] as const;

/** *Price and budget* of a connection. */
export function PriceFields({ prices, onChange }: { prices: Prices; onChange: (prices: Prices) => void }) {
  const { t, locale } = useTranslation();
  const id = useId();
  const { currency, period } = prices;
  const [wrong, setWrong] = useState<(typeof AMOUNTS)[number] | null>(null);
  const summary = AMOUNTS.flatMap((name) => {
    const amount = prices[name];
    return amount === null ? [] : [t(`prices.is.${name}`, { amount: formatMoney(amount, currency, locale) })];
  });
  return (
    <Disclosure
      label={t('prices.title')}
      summary={summary.join(t.separators.fact)}
      resetLabel={t('common.reset')}
      onReset={() => onChange(NO_PRICES)}
    >
      <div className={styles.advanced}>
        <p className={styles.text}>{t('prices.hint')}</p>
        <TextField
          label={t('prices.currency')}
          className={styles.currency}
          value={currency}
          maxLength={MAX_CURRENCY}
          placeholder="$"
          onChange={(next) => onChange({ ...prices, currency: next })}
        />
        {AMOUNTS.map((name) => (
          <div key={name} className={field.row}>
            <span aria-hidden className={field.label}>
              {t(`prices.${name}`)}
            </span>
            <NumberField
              label={t(`prices.${name}`)}
              className={styles.narrow}
              value={prices[name]}
              min={0}
              max={MAX_PRICE}
              step={name === 'budget' ? 1 : 0.01}
              decimals={name === 'budget' ? 2 : 4}
              start={0}
              placeholder={t('prices.none')}
              describedBy={wrong === name ? `${id}-range` : name === 'budget' ? `${id}-budget` : undefined}
              onProblem={(isProblem) => setWrong(isProblem ? name : wrong === name ? null : wrong)}
              onChange={(amount) => onChange({ ...prices, [name]: amount })}
            />
          </div>
        ))}
        {wrong !== null && (
          <p id={`${id}-range`} className={classNames(styles.note, field.problem)} role="alert">
            {t('prices.range', { max: formatCount(MAX_PRICE, locale) })}
          </p>
        )}
        <Select
          label={t('prices.period')}
          value={period}
          options={BUDGET_PERIODS.map((value) => ({ value, label: t(`prices.period.${value}`) }))}
          onChange={(next) => onChange({ ...prices, period: next })}
        />
        <p id={`${id}-budget`} className={styles.note}>
          {t('prices.budgetHint')}
        </p>
      </div>
    </Disclosure>
  );
}
