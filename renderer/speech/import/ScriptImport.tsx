// The button that makes scripts of files: several at once, or all of a folder.

import { ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IMPORT_EXTENSIONS } from '../../../shared/import/import-extensions.ts';
import { useCommand, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { ImportStore } from './import-store.ts';
import styles from './ScriptImport.module.css';

const ACCEPTED = IMPORT_EXTENSIONS.map((extension) => `.${extension}`).join();

/** The button *Import*, which asks for files, and a menu beside it that also asks for a folder. */
export function ScriptImport({ store }: { store: ImportStore }) {
  const { t } = useTranslation();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // React has no attribute for it.
    if (folder.current) folder.current.webkitdirectory = true;
  }, []);
  const askFiles = (): void => files.current?.click();
  const askFolder = (): void => folder.current?.click();
  const take = (input: HTMLInputElement, isFolder: boolean): void => {
    const chosen = [...(input.files ?? [])];
    // Cleared, so that choosing the same file again is a change.
    input.value = '';
    void store.getState().bring(chosen, isFolder);
  };
  useCommand('script.import', askFiles);
  useCommand('script.importFolder', askFolder);
  return (
    <span className={styles.import}>
      <Button variant="plain" onClick={askFiles}>
        {t('import.button')}
      </Button>
      <Menu
        trigger={<IconButton size="small" label={t('import.more')} icon={<ChevronDown size={14} aria-hidden />} />}
        entries={[
          { id: 'files', label: t('import.files'), onSelect: askFiles },
          { id: 'folder', label: t('import.folder'), onSelect: askFolder },
        ]}
      />
      <input
        ref={files}
        type="file"
        accept={ACCEPTED}
        multiple
        hidden
        aria-label={t('import.files')}
        onChange={({ target }) => take(target, false)}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label={t('import.folder')}
        onChange={({ target }) => take(target, true)}
      />
    </span>
  );
}
