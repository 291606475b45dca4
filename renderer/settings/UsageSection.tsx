// The usage section: what was sent, by day and connection, with totals, and by script.

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { PRACTICE_CONNECTION_ID } from '../../shared/connection/connections.ts';
import type { BilledRow, UsageCounts, UsageRow } from '../../shared/contract/usage.ts';
import { formatCount, formatFileSize, formatShortDate } from '../../shared/text/format-text.ts';
import { scriptTitle } from '../items/script-title.ts';
import { useOpening, useSession, useShell, useTranslation } from '../services.ts';
import { isJobRunning } from '../shell/session-store.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import styles from './UsageSection.module.css';
import { hasPrices, usageCost } from './usage-cost.ts';
import type { UsageStore } from './usage-store.ts';

/** The usage table; it is read again when the screen is opened and when a job ends. */
export function UsageSection({ store }: { store: UsageStore }) {
  const { t, locale } = useTranslation();
  const { openScript } = useOpening();
  const usage = useStore(store, (state) => state.usage);
  const isShown = useShell((shell) => shell.tab === 'settings');
  const running = useSession((session) => session.jobs.filter(isJobRunning).length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the running jobs may have changed the usage.
  useEffect(() => {
    if (isShown) void store.getState().reload();
  }, [store, isShown, running]);
  const connections = useSession((session) => session.connections);
  const isPriced = hasPrices(connections);
  const cost = (isOf: (row: BilledRow) => boolean) =>
    isPriced && <td>{usageCost(usage?.billed.filter(isOf) ?? [], connections, t)}</td>;
  const size = (bytes: number): string => (bytes === 0 ? '0' : formatFileSize(bytes, t, locale));
  const numbers = ({ requests, pictures, sentBytes, receivedBytes }: UsageCounts) => (
    <>
      <td>{formatCount(requests, locale)}</td>
      <td>{formatCount(pictures, locale)}</td>
      <td>{size(sentBytes)}</td>
      <td>{size(receivedBytes)}</td>
    </>
  );
  const connectionOf = ({ connectionId, connectionName }: Pick<UsageRow, 'connectionId' | 'connectionName'>): string =>
    connectionId === PRACTICE_CONNECTION_ID ? t('usage.free', { name: t('connection.practice') }) : connectionName;
  if (usage === null || usage.rows.length + usage.total.requests === 0)
    return <p className={styles.empty}>{t('usage.empty')}</p>;
  // Of the rows, which are the last days.
  const since = usage.rows.at(-1)?.day ?? '';
  return (
    <div>
      <div className={styles.scroller}>
        <table className={classNames(styles.table, isPriced && styles.priced)} aria-label={t('usage.title')}>
          <thead>
            <tr>
              <th scope="col">{t('usage.day')}</th>
              <th scope="col">{t('usage.connection')}</th>
              <th scope="col">{t('usage.requests')}</th>
              <th scope="col">{t('usage.pictures')}</th>
              <th scope="col">{t('usage.sent')}</th>
              <th scope="col">{t('usage.received')}</th>
              {isPriced && <th scope="col">{t('usage.cost')}</th>}
            </tr>
          </thead>
          <tbody>
            {usage.rows.map((row) => (
              <tr key={`${row.day} ${row.connectionId}`}>
                <td>{formatShortDate(row.day, locale)}</td>
                <td className={styles.connection}>{connectionOf(row)}</td>
                {numbers(row)}
                {cost(({ day, connectionId }) => day === row.day && connectionId === row.connectionId)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('usage.recent')}
              </th>
              {numbers(usage.recent)}
              {cost(({ day }) => day >= since)}
            </tr>
            <tr>
              <th scope="row" colSpan={2}>
                {t('usage.total')}
              </th>
              {numbers(usage.total)}
              {cost(() => true)}
            </tr>
          </tfoot>
        </table>
      </div>
      {usage.scripts.length > 0 && (
        <div className={styles.scroller}>
          <table className={styles.byScript} aria-label={t('usage.byScript')}>
            <thead>
              <tr>
                <th scope="col">{t('usage.script')}</th>
                <th scope="col">{t('usage.connection')}</th>
                <th scope="col">{t('usage.requests')}</th>
                <th scope="col">{t('usage.sent')}</th>
                <th scope="col">{t('usage.received')}</th>
              </tr>
            </thead>
            <tbody>
              {usage.scripts.map((row) => (
                <tr key={`${row.scriptId} ${row.connectionId}`}>
                  <td className={styles.connection}>
                    {row.script === null ? (
                      t('usage.scriptGone')
                    ) : (
                      <Button variant="link" onClick={() => openScript(row.scriptId)}>
                        {scriptTitle(row.script, t)}
                      </Button>
                    )}
                  </td>
                  <td>{connectionOf(row)}</td>
                  <td>{formatCount(row.requests, locale)}</td>
                  <td>{size(row.sentBytes)}</td>
                  <td>{size(row.receivedBytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
