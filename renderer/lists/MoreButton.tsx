// The ⋯ button of a row in a list with one menu for all rows.

import { Ellipsis } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../ui/IconButton.tsx';

type MoreButtonProps = {
  label: string;
  isOpen: boolean;
  /** Opens the menu at the button. */
  onOpen: (button: Element) => void;
  className?: string | undefined;
};

/** The button; pressed while its menu is open, it closes it. */
export function MoreButton({ label, isOpen, onOpen, className }: MoreButtonProps) {
  // The press closes the menu before it becomes a click.
  const wasOpen = useRef(false);
  return (
    <IconButton
      label={label}
      icon={<Ellipsis size={16} aria-hidden />}
      className={className}
      tabIndex={-1}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onPointerDown={() => {
        wasOpen.current = isOpen;
      }}
      onClick={(event) => {
        if (!wasOpen.current) onOpen(event.currentTarget);
        wasOpen.current = false;
      }}
    />
  );
}
