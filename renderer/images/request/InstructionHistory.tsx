// Earlier instructions, latest first, searchable by any word.

import { useEffect, useState } from 'react';
import { staleGuard } from '../../lifetime/stale-guard.ts';
import { useCommons, useTranslation } from '../../services.ts';
import styles from './InstructionField.module.css';

/** Number of edits that are searched; several may have the same instruction. */
const ITEMS_READ = 100;
const SHOWN = 30;

/** A search field over earlier instructions. */
export function InstructionHistory({ onTake }: { onTake: (text: string) => void }) {
  const { ipc } = useCommons();
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<readonly string[] | null>(null);
  const [beginSearch] = useState(staleGuard);
  useEffect(() => {
    const isLatest = beginSearch();
    void ipc.request('library.list', { search, kind: 'edit', beforeId: null, limit: ITEMS_READ }).then((list) => {
      if (!isLatest()) return;
      const items = list.ok ? list.data.items : [];
      const prompts = items.flatMap((item) => (item.kind === 'edit' ? [item.request.prompt] : []));
      setFound([...new Set(prompts)].slice(0, SHOWN));
    });
    return () => void beginSearch();
  }, [ipc, beginSearch, search]);
  return (
    <div className={styles.history}>
      <input
        type="search"
        className={styles.search}
        aria-label={t('images.historySearch')}
        placeholder={t('images.historySearch')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found?.length === 0 && <p className={styles.none}>{t('images.historyEmpty')}</p>}
      <ul aria-label={t('images.history')} className={styles.prompts}>
        {found?.map((prompt) => (
          <li key={prompt}>
            <button type="button" className={styles.prompt} title={prompt} onClick={() => onTake(prompt)}>
              {prompt}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
