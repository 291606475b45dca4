// The collections that an item is in, each with a button that takes it out.

import { X } from 'lucide-react';
import { useTranslation } from '../../services.ts';
import styles from './Keeping.module.css';

type Named = { id: string; title: string };

/** The chips; nothing if there are none. */
export function CollectionChips(props: { collections: readonly Named[]; onRemove: (collection: Named) => void }) {
  const { t } = useTranslation();
  const { collections, onRemove } = props;
  if (collections.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t('collection.all')}>
      {collections.map((collection) => (
        <li key={collection.id} className={styles.chip}>
          <span>{collection.title}</span>
          <button
            type="button"
            aria-label={t('collection.takeOut', { title: collection.title })}
            onClick={() => onRemove(collection)}
          >
            <X size={12} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
