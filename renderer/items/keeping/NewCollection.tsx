// Asks for the title of a new collection and makes it.

import { useState } from 'react';
import type { NewCollection as Made } from '../../../shared/contract/collections.ts';
import type { AppError } from '../../../shared/errors.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Keeping.module.css';
import { createCollection } from './keep-actions.ts';

const MAX_TITLE = 200;

type WithoutTitle<T> = T extends unknown ? Omit<T, 'title'> : never;

type NewCollectionProps = {
  /** What it is to have. */
  collection: WithoutTitle<Made>;
  proposedTitle?: string;
  report: (error: AppError | null) => void;
  onClose: () => void;
};

/** The dialog. */
export function NewCollection({ collection, proposedTitle = '', report, onClose }: NewCollectionProps) {
  const commons = useCommons();
  const { t } = useTranslation();
  const [title, setTitle] = useState(proposedTitle.slice(0, MAX_TITLE));
  const create = async (): Promise<void> => {
    const made = await createCollection(commons, { ...collection, title: title.trim() });
    report('id' in made ? null : made);
    onClose();
  };
  return (
    <Dialog
      isOpen
      title={t(collection.kind === 'smart' ? 'collection.newSmart' : 'collection.new')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <form
        className={styles.titleForm}
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() !== '') void create();
        }}
      >
        <TextField label={t('collection.title')} value={title} maxLength={MAX_TITLE} onChange={setTitle} />
        <Button type="submit" variant="primary" disabled={title.trim() === ''}>
          {t('collection.create')}
        </Button>
      </form>
    </Dialog>
  );
}
