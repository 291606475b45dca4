// The page of the library benchmark: a plain grid of a common library for virtual lists, with the same items.

import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { type CellComponentProps, Grid } from 'react-window';

const COLUMNS = 5;
const COLUMN_PX = 220;
const ROW_PX = 130;

/** What a cell shows. */
type PlainItem = { title: string; facts: string };

/** Shows the grid; resolves after it was drawn. */
export type ShowGrid = (count: number) => Promise<void>;

declare global {
  interface Window {
    showGrid: ShowGrid;
  }
}

function Cell({ columnIndex, rowIndex, style, items }: CellComponentProps<{ items: readonly PlainItem[] }>) {
  const item = items[rowIndex * COLUMNS + columnIndex];
  return createElement(
    'div',
    { style },
    item &&
      createElement(
        'div',
        { className: 'cell', role: 'gridcell' },
        createElement('p', null, item.title),
        createElement('i'),
        createElement('p', null, createElement('span', null, 'Relay default'), createElement('span', null, item.facts)),
        createElement('button', { type: 'button' }),
      ),
  );
}

window.showGrid = (count) => {
  const items = Array.from({ length: count }, (_, at) => ({ title: `Take ${at + 1}`, facts: '0:30  12:00' }));
  const host = document.querySelector('#host');
  if (host === null) throw new Error('The page has no place for the grid.');
  createRoot(host).render(
    createElement(Grid<{ items: readonly PlainItem[] }>, {
      cellComponent: Cell,
      cellProps: { items },
      columnCount: COLUMNS,
      columnWidth: COLUMN_PX,
      rowCount: Math.ceil(count / COLUMNS),
      rowHeight: ROW_PX,
      className: 'scroller',
    }),
  );
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
};
