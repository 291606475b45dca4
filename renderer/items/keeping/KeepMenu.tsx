// What can be kept with several items at once: a star, a rating, tags, a collection.

import { useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import type { KeptChange } from '../../../shared/library/kept.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { CollectMenu } from './CollectMenu.tsx';
import styles from './Keeping.module.css';
import { keepItems } from './keep-actions.ts';
import { Rating } from './Rating.tsx';
import { TagField } from './TagField.tsx';

type KeepMenuProps = {
  /** The ids of the items. */
  ids: () => Promise<readonly string[]>;
  report: (error: AppError | null) => void;
};

/** The buttons: one opens a panel with star, rating and tags, one the collections. */
export function KeepMenu({ ids, report }: KeepMenuProps) {
  const commons = useCommons();
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  /** What was given from this panel: the items may have others, which are not shown. */
  const [given, setGiven] = useState<{ rating: number; tags: string[] }>({ rating: 0, tags: [] });
  const change = (next: KeptChange): void =>
    void ids()
      .then((some) => keepItems(commons, some, next))
      .then(report);
  const open = (next: boolean): void => {
    setOpen(next);
    setGiven({ rating: 0, tags: [] });
  };
  return (
    <>
      <Popover
        trigger={<Button>{t('keep.several')}</Button>}
        label={t('keep.several')}
        side="top"
        isOpen={isOpen}
        onOpenChange={open}
      >
        <div className={styles.form}>
          <div className={styles.line}>
            <Button onClick={() => change({ isStarred: true })}>{t('keep.star')}</Button>
            <Button onClick={() => change({ isStarred: false })}>{t('keep.unstar')}</Button>
          </div>
          <Rating
            value={given.rating}
            onChange={(rating) => {
              setGiven({ ...given, rating });
              change({ rating });
            }}
          />
          <TagField
            tags={given.tags}
            onAdd={(addTags) => {
              setGiven({ ...given, tags: [...given.tags, ...addTags] });
              change({ addTags });
            }}
            onRemove={(tag) => {
              setGiven({ ...given, tags: given.tags.filter((one) => one !== tag) });
              change({ removeTags: [tag] });
            }}
          />
        </div>
      </Popover>
      <CollectMenu ids={ids} report={report} />
    </>
  );
}
