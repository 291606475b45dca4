// Asks before very many requests are sent.

import { useStore } from 'zustand';
import { costText } from '../jobs/cost-text.ts';
import { useSession, useTranslation } from '../services.ts';
import { activeConnection } from '../shell/session-store.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './AskFirst.module.css';
import type { SpeechStore } from './speech-store.ts';

/** The question whether so many requests are meant. */
export function AskFirst({ store }: { store: SpeechStore }) {
  const { t } = useTranslation();
  const asking = useStore(store, (speech) => speech.asking);
  const connection = useSession(activeConnection);
  const size = t('speech.characters', { count: asking?.characters ?? 0 });
  const cost =
    connection && asking ? costText({ characters: asking.characters, pictures: 0 }, connection.prices, t) : [];
  const { confirmMany, declineMany } = store.getState();
  return (
    <Dialog
      isOpen={asking !== null}
      title={t('plan.askTitle', { count: asking?.count ?? 0 })}
      closeLabel={t('common.close')}
      onClose={declineMany}
    >
      <p>
        {connection?.isPractice
          ? t('plan.askFree', { size })
          : t('plan.askText', { size, connection: connection?.name ?? '' })}
        {cost.map((one) => t.separators.sentence + t('plan.askCost', { cost: one }))}
      </p>
      <div className={styles.buttons}>
        <Button data-initial-focus="" onClick={declineMany}>
          {t('common.cancel')}
        </Button>
        <Button variant="primary" onClick={() => void confirmMany()}>
          {t('plan.send')}
        </Button>
      </div>
    </Dialog>
  );
}
