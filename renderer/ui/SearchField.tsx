// A field that a list is searched by.

import { Search } from 'lucide-react';
import { classNames } from './class-names.ts';
import styles from './SearchField.module.css';

type SearchFieldProps = {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
};

/** The field with its icon. Its look alone, for another input: `SearchField.module.css`. */
export function SearchField({ label, placeholder = label, value, onChange, className }: SearchFieldProps) {
  return (
    <span className={classNames(styles.search, className)}>
      <Search size={16} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}
