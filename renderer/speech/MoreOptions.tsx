// The less common options of the Speech screen.

import { useStore } from 'zustand';
import { useTranslation } from '../services.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { ExtrasFields, extrasSummary } from './ExtrasFields.tsx';
import type { SpeechStore } from './speech-store.ts';

/** *More options* of Speech. */
export function MoreOptions({ store }: { store: SpeechStore }) {
  const { t } = useTranslation();
  const extras = useStore(store, (speech) => speech.extras);
  const voice = useStore(store, (speech) => speech.voice);
  const { change } = store.getState();
  return (
    <Disclosure
      label={t('common.moreOptions')}
      summary={extrasSummary(extras, t)}
      resetLabel={t('common.reset')}
      onReset={() => change({ extras: {} })}
    >
      <ExtrasFields extras={extras} voice={voice} onChange={(next) => change({ extras: next })} />
    </Disclosure>
  );
}
