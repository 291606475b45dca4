// The common part of all tiles of the strip: a list item, and a menu behind ⋯ and the context menu.

import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RowMenu } from '../../lists/use-rows.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import styles from './ResultStrip.module.css';

type TileMenuProps = {
  label: string;
  entries: readonly MenuEntry[];
  /** Index of the tile on the strip. */
  index: number;
  menu: RowMenu;
  children: ReactNode;
};

/** A list item with a menu. */
export function TileMenu({ label, entries, index, menu, children }: TileMenuProps) {
  return (
    <li className={styles.item} data-row={index} data-open={menu.isOpen ? '' : undefined}>
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
    </li>
  );
}
