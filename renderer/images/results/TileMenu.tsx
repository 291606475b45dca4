// The common part of all tiles of the strip: a list item, and a menu behind ⋯ and the context menu.

import { Ellipsis } from 'lucide-react';
import { type MouseEvent, type ReactNode, type RefObject, useState } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import styles from './ResultStrip.module.css';

type TileMenuProps = {
  label: string;
  entries: readonly MenuEntry[];
  /** The tile itself, which gets the focus back when the menu is closed. */
  tile: RefObject<HTMLElement | null>;
  tabIndex: number;
  children: ReactNode;
};

/** A list item with a menu. */
export function TileMenu({ label, entries, tile, tabIndex, children }: TileMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const onContextMenu = (event: MouseEvent): void => {
    event.preventDefault();
    setOpen(true);
  };
  return (
    <li className={styles.item} data-open={isOpen ? '' : undefined} onContextMenu={onContextMenu}>
      {children}
      <Menu
        isOpen={isOpen}
        onOpenChange={setOpen}
        entries={entries}
        returnTo={tile}
        trigger={
          <IconButton
            size="small"
            label={label}
            tabIndex={tabIndex}
            icon={<Ellipsis size={12} aria-hidden />}
            className={styles.more}
          />
        }
      />
    </li>
  );
}
