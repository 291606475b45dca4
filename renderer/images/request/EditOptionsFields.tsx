// Less common options of an edit, in a panel of their own.

import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import type { ImagesStore } from '../images-store.ts';
import { DetailFields } from './DetailFields.tsx';
import styles from './EditOptionsFields.module.css';
import { withoutMore } from './edit-options.ts';
import { HowSentFields } from './HowSentFields.tsx';
import { OptionFields } from './OptionFields.tsx';
import { summarise } from './option-text.ts';

/** *More options* of Images. Beside the button stands what differs from the defaults, so that nothing acts unnoticed. */
export function EditOptionsFields({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const id = useId();
  const choices = useStore(store, (images) => images.choices);
  const [isOpen, setOpen] = useState(false);
  const summary = summarise(choices, t);
  return (
    <span className={styles.more}>
      <Popover
        label={t('common.moreOptions')}
        side="top"
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button variant="plain" aria-describedby={summary === '' ? undefined : id}>
            <SlidersHorizontal size={14} aria-hidden />
            {t('common.moreOptions')}
          </Button>
        }
      >
        <div className={styles.panel}>
          <DetailFields store={store} />
          <OptionFields store={store} group="making" />
          <OptionFields store={store} group="file" />
          <HowSentFields store={store} />
          {summary !== '' && (
            <Button variant="plain" onClick={() => store.getState().change(withoutMore(choices))}>
              {t('common.reset')}
            </Button>
          )}
        </div>
      </Popover>
      {summary !== '' && (
        <span id={id} className={styles.summary} title={summary}>
          {summary}
        </span>
      )}
    </span>
  );
}
