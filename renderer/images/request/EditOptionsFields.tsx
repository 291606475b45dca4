// Less common options of an edit, collapsed by default.

import { useStore } from 'zustand';
import { useTranslation } from '../../services.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import type { ImagesStore } from '../images-store.ts';
import { withoutMore } from './edit-options.ts';
import { HowSentFields } from './HowSentFields.tsx';
import { OptionFields } from './OptionFields.tsx';
import { summarise } from './option-text.ts';

/** *More options* of Images. */
export function EditOptionsFields({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const choices = useStore(store, (images) => images.choices);
  return (
    <Disclosure
      label={t('common.moreOptions')}
      summary={summarise(choices, t)}
      resetLabel={t('common.reset')}
      onReset={() => store.getState().change(withoutMore(choices))}
    >
      <OptionFields store={store} group="making" />
      <OptionFields store={store} group="file" />
      <HowSentFields store={store} />
    </Disclosure>
  );
}
