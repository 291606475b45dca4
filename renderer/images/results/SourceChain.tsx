// The sources that led to picture 1: each is one click away, with its mask.

import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { Thumbnail } from '../../items/Thumbnail.tsx';
import { useTranslation } from '../../services.ts';
import type { ImagesStore } from '../images-store.ts';
import { chainOf } from '../tray/source-chain.ts';
import styles from './SourceChain.module.css';

/** The chain; renders nothing while picture 1 is the only source. */
export function SourceChain({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const sources = useStore(
    store,
    useShallow(({ chain, pictures: [source] }) => chainOf(chain, source)),
  );
  const currentKey = useStore(store, ({ pictures: [source] }) => source?.key);
  const missingFiles = useStore(store, (images) => images.missingFiles);
  if (sources.length < 2) return null;
  return (
    <div className={styles.chain}>
      <span className={styles.title} aria-hidden>
        {t('images.sources')}
      </span>
      <ol className={styles.list} aria-label={t('images.sources')}>
        {sources.map((source, index) => {
          const label = t('images.sourceN', { number: index + 1, name: source.name });
          return (
            <li key={source.key}>
              <button
                type="button"
                className={styles.step}
                aria-label={label}
                aria-current={source.key === currentKey ? 'step' : undefined}
                title={label}
                onClick={() => store.getState().goToSource(source.key)}
              >
                <Thumbnail picture={source} isHidden={missingFiles.has(source.mediaId)} />
                <span className={styles.number} aria-hidden>
                  {index + 1}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
