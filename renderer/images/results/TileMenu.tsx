// The common part of all tiles of the history: a list item, a menu behind ⋯ and the context menu, and what is said of
// the request at its first tile.

import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RowMenu } from '../../lists/use-rows.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import styles from './History.module.css';

/** Where a tile stands. */
export type TilePlace = {
  /** Index of the tile in the history. */
  index: number;
  /** It is the tile in the Tab order. */
  isCurrent: boolean;
  menu: RowMenu;
  /** What is said of its request, at the first of its tiles. */
  caption: ReactNode;
  /** It is the only tile of its request. */
  isAlone: boolean;
  /** Where it stands if its request was made of a picture that did not lead to the present one. */
  aside: 'left' | 'right' | undefined;
};

type TileMenuProps = {
  label: string;
  entries: readonly MenuEntry[];
  place: TilePlace;
  children: ReactNode;
};

/** A list item with a menu. */
export function TileMenu({ label, entries, place, children }: TileMenuProps) {
  const { index, menu, caption, isAlone, aside } = place;
  return (
    <li className={styles.row} data-row={index} data-alone={isAlone ? '' : undefined} data-aside={aside}>
      {!isAlone && caption}
      <div className={styles.item} data-open={menu.isOpen ? '' : undefined}>
        {children}
        <Menu
          {...menu}
          entries={entries}
          trigger={
            <IconButton
              size="small"
              label={label}
              // The menu key opens the same menu.
              tabIndex={-1}
              icon={<Ellipsis size={12} aria-hidden />}
              className={styles.more}
            />
          }
        />
      </div>
      {isAlone && caption}
    </li>
  );
}
