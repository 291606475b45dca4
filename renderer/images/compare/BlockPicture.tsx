// A small drawing of a picture in blocks: filled where the result shows the same, a ring where it does not, nothing where
// that cannot be told.

import { BLOCK_MARKS, countBlocks } from '../../../shared/images/source-usage.ts';
import { useTranslation } from '../../services.ts';
import styles from './BlockPicture.module.css';

/** Width of the drawing, and the most of its height, in CSS pixels. */
const [WIDTH, MAX_HEIGHT] = [132, 110];

/** The drawing of `SourceUsage.blocks`, and how many blocks agree. */
export function BlockPicture({ blocks }: { blocks: readonly string[] }) {
  const { t } = useTranslation();
  const [columns, rows] = [blocks[0]?.length ?? 0, blocks.length];
  const { comparable, found } = countBlocks(blocks);
  if (comparable === 0) return null;
  const scale = Math.min(WIDTH / columns, MAX_HEIGHT / rows);
  return (
    <figure className={styles.blocks}>
      <svg width={columns * scale} height={rows * scale} viewBox={`0 0 ${columns} ${rows}`} aria-hidden>
        <rect width={columns} height={rows} className={styles.frame} />
        <path d={squares(blocks, BLOCK_MARKS.found, 0.1)} className={styles.found} />
        <path d={squares(blocks, BLOCK_MARKS.missing, 0.28)} className={styles.missing} />
      </svg>
      <figcaption>{t('images.useBlocks', { count: comparable, found })}</figcaption>
    </figure>
  );
}

/** The squares of all blocks with a mark, each smaller than its block by `inset` on every side. */
function squares(blocks: readonly string[], mark: string, inset: number): string {
  const side = 1 - 2 * inset;
  return blocks
    .flatMap((line, y) =>
      Array.from(line, (one, x) => (one === mark ? `M${x + inset} ${y + inset}h${side}v${side}h${-side}z` : '')),
    )
    .join('');
}
