// The dialog that gives several items titles by a pattern. The renaming goes on after it is closed, and shows its progress.

import { useStore } from 'zustand';
import { formatCount } from '../../../shared/text/format-text.ts';
import { titleBy } from '../../../shared/text/name-template.ts';
import { ErrorAlert } from '../../items/ErrorAlert.tsx';
import { fileErrorText } from '../../items/error-text.ts';
import { renameByPattern } from '../../items/keeping/keep-actions.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import foot from '../export/ExportDialog.module.css';
import { NameFields } from './NameFields.tsx';
import type { RenameStore } from './rename-store.ts';

/** The dialog. */
export function RenameDialog({ store }: { store: RenameStore }) {
  const { t } = useTranslation();
  const isOpen = useStore(store, (state) => state.isOpen);
  const { close } = store.getState();
  return (
    <Dialog isOpen={isOpen} title={t('rename.title')} closeLabel={t('common.close')} onClose={close}>
      {isOpen && <RenameForm store={store} />}
    </Dialog>
  );
}

function RenameForm({ store }: { store: RenameStore }) {
  const commons = useCommons();
  const { t, locale } = useTranslation();
  const ids = useStore(store, (state) => state.ids);
  const pattern = useStore(store, (state) => state.pattern);
  const samples = useStore(store, (state) => state.samples);
  const error = useStore(store, (state) => state.error);
  const { setPattern, close } = store.getState();
  const count = ids?.length ?? 0;
  const rename = (): void => {
    if (ids === null || pattern.trim() === '') return;
    close();
    void renameByPattern(commons, ids, pattern).then(
      (failure) => failure && commons.toasts.add({ title: fileErrorText(failure, t) }),
    );
  };
  return (
    <form
      className={foot.form}
      onSubmit={(event) => {
        event.preventDefault();
        rename();
      }}
    >
      <p role="status">
        {ids === null ? t('batch.reading') : t('rename.count', { count, shown: formatCount(count, locale) })}
      </p>
      <NameFields
        label={t('rename.pattern')}
        template={pattern}
        onChange={setPattern}
        isDisabled={false}
        namesLabel={t('rename.preview')}
        names={samples.map((item, index) =>
          t('rename.change', {
            before: item.title,
            after: titleBy(pattern, item, index, count),
          }),
        )}
      />
      <p>{t('rename.hint')}</p>
      <div className={foot.foot}>
        {error !== null && <ErrorAlert error={error} isPlain onDismiss={() => store.setState({ error: null })} />}
        <Button variant="primary" type="submit" disabled={count === 0 || pattern.trim() === ''}>
          {t('rename.do')}
        </Button>
      </div>
    </form>
  );
}
