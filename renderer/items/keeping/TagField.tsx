// Tags, each with a button that removes it, and a field that adds others, with those of the library on offer.

import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { tagKey, tagsIn } from '../../../shared/library/kept.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { SuggestField } from '../../ui/SuggestField.tsx';
import styles from './Keeping.module.css';

type TagFieldProps = {
  tags: readonly string[];
  onAdd: (tags: string[]) => void;
  onRemove: (tag: string) => void;
};

/** Longest text of the field: several tags can be typed at once. */
const MAX_TYPED = 500;

/** The tags and the field. Enter or a choice of the list adds; commas separate several. */
export function TagField({ tags, onAdd, onRemove }: TagFieldProps) {
  const { kept } = useCommons();
  const { t } = useTranslation();
  const known = useStore(kept, (state) => state.tags);
  const [typed, setTyped] = useState('');
  useEffect(() => kept.getState().follow(), [kept]);
  const has = new Set(tags.map(tagKey));
  const add = (text: string): void => {
    const added = tagsIn(text).filter((tag) => !has.has(tagKey(tag)));
    setTyped('');
    if (added.length > 0) onAdd(added);
  };
  return (
    <div className={styles.tags}>
      <SuggestField
        label={t('keep.tags')}
        openLabel={t('keep.showTags')}
        placeholder={t('keep.addTag')}
        value={typed}
        suggestions={known.map(({ tag }) => tag).filter((tag) => !has.has(tagKey(tag)))}
        maxLength={MAX_TYPED}
        onChange={setTyped}
        onChoose={add}
        onEnter={() => add(typed)}
      />
      {tags.length > 0 && (
        <ul className={styles.chips} aria-label={t('keep.tags')}>
          {tags.map((tag) => (
            <li key={tag} className={styles.chip}>
              <span>{tag}</span>
              <button type="button" aria-label={t('keep.removeTag', { tag })} onClick={() => onRemove(tag)}>
                <X size={12} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
