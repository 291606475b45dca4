// The guide inside the app: a list of its pages, and the one that is open.

import { useEffect, useRef, useState } from 'react';
import { GUIDE_PAGES, type Guide, type GuidePageId } from '../../shared/app/guide.ts';
import { useTranslation } from '../services.ts';
import { GuideBlockView } from './GuideBlockView.tsx';
import styles from './Help.module.css';

/** The guide, in the app's language. */
export function GuideReader() {
  const { t, locale } = useTranslation();
  const [guide, setGuide] = useState<Guide | 'failed'>();
  const [pageId, setPageId] = useState<GuidePageId>(GUIDE_PAGES[0]);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    readGuide().then(setGuide, () => setGuide('failed'));
  }, []);
  if (guide === undefined) return null;
  if (guide === 'failed') return <p role="alert">{t('guide.failed')}</p>;
  const pages = guide[locale];
  const open = (next: GuidePageId): void => {
    setPageId(next);
    title.current?.scrollIntoView();
  };
  return (
    <div className={styles.columns}>
      <nav aria-label={t('guide.pages')} className={styles.list}>
        <ul>
          {GUIDE_PAGES.map((id) => (
            <li key={id}>
              <button type="button" className={styles.entry} aria-current={id === pageId} onClick={() => open(id)}>
                {pages[id].title}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <article className={styles.page}>
        <h2 ref={title} className={styles.pageTitle}>
          {pages[pageId].title}
        </h2>
        {pages[pageId].blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page do not change.
          <GuideBlockView key={`${pageId}-${index}`} block={block} onOpen={open} />
        ))}
      </article>
    </div>
  );
}

async function readGuide(): Promise<Guide> {
  const reply = await fetch('/guide.json');
  return reply.json();
}
