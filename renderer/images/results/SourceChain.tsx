// The pictures that led to picture 1 and are no results: the original, and what was made of it here. Each is one click
// away, with its mask. Those that are results are marked among these.

import { useStore } from 'zustand';
import { formatPixelSize } from '../../items/picture-text.ts';
import { Thumbnail } from '../../items/Thumbnail.tsx';
import { useTranslation } from '../../services.ts';
import type { TrayPicture } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import { EditedMark } from './EditedMark.tsx';
import styles from './History.module.css';

type SourceChainProps = {
  store: ImagesStore;
  /** The oldest first; `original` is what all edits began with. */
  sources: readonly TrayPicture[];
  original: TrayPicture;
};

/** The sources as the last rows of the history, the oldest at the bottom. */
export function SourceChain({ store, sources, original }: SourceChainProps) {
  const { t } = useTranslation();
  const currentKey = useStore(store, ({ pictures: [source] }) => source?.key);
  const missingFiles = useStore(store, (images) => images.missingFiles);
  const { goToSource } = store.getState();
  return (
    <ul className={styles.list} aria-label={t('images.sources')}>
      {sources.toReversed().map((source) => {
        const [title, fact] =
          source === original ? [t('images.original'), source.name] : [source.name, formatPixelSize(source, t)];
        return (
          <li key={source.key} className={styles.row} data-alone="">
            <div className={styles.item}>
              <button
                type="button"
                className={styles.tile}
                aria-label={title}
                aria-current={source.key === currentKey ? 'step' : undefined}
                title={source.name}
                onClick={() => goToSource(source.key)}
              >
                <Thumbnail picture={source} isHidden={missingFiles.has(source.mediaId)} />
                {source.key === currentKey && <EditedMark />}
              </button>
            </div>
            <div className={styles.caption}>
              <p className={styles.prompt} title={source.name}>
                {title}
              </p>
              <p className={styles.facts}>{fact}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
