// A small drawing of a contact sheet's page: places of pictures and lines of text.

import { useStore } from 'zustand';
import type { SheetPart } from '../../../shared/library/contact-sheet.ts';
import styles from './SheetDialog.module.css';
import { layOutSheet } from './sheet-layout.ts';
import type { SheetStore } from './sheet-store.ts';

/** How long the line is that stands for each part, as a share of the width. */
const LINE_RATIOS: Readonly<Record<SheetPart, number>> = { title: 0.6, instruction: 1, settings: 0.8, date: 0.4 };

/** The drawing; the words beside it say the same. */
export function SheetPreview({ store }: { store: SheetStore }) {
  const choices = useStore(store, (state) => state.choices);
  const { width, height, head, cells } = layOutSheet(choices);
  return (
    <svg className={styles.preview} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <rect className={styles.page} width={width} height={height} />
      <rect className={styles.ink} x={head.x} y={head.y} width={head.width / 3} height={10} />
      {cells.map(({ picture, texts }) => (
        <g key={`${picture.x} ${picture.y}`}>
          <rect className={styles.picture} {...picture} />
          {texts.map(({ part, x, y, width: lineWidth }) => (
            <rect key={part} className={styles.ink} x={x} y={y + 2} width={lineWidth * LINE_RATIOS[part]} height={3} />
          ))}
        </g>
      ))}
    </svg>
  );
}
