// Restores what an import has found among what is deleted.

import { useState } from 'react';
import type { ImportResult } from '../../shared/contract/transfers.ts';
import { fileErrorText } from '../items/error-text.ts';
import { type ChangeServices, restoreItems } from '../items/item-actions.ts';
import { useCommons, useTranslation } from '../services.ts';
import { translatorOf } from '../texts.ts';
import { Button } from '../ui/Button.tsx';
import { inParts } from '../work/many-items.ts';

/** The button beside the sentence that counts them; exactly those are restored. */
export function RestoreImported({ result }: { result: ImportResult }) {
  const commons = useCommons();
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const onClick = async (): Promise<void> => {
    setIsBusy(true);
    await restoreImported(commons, result);
    setIsBusy(false);
  };
  return (
    <Button isBusy={isBusy} onClick={() => void onClick()}>
      {t('library.restore')}
    </Button>
  );
}

/** After a failure all can be restored again: what is restored already stays as it is. */
async function restoreImported(services: ChangeServices, result: ImportResult): Promise<void> {
  const { ipc, session, toasts } = services;
  const { items, scripts } = result.trashed;
  const sendScripts = async (ids: string[]) => {
    const done = await ipc.request('scripts.setTrashed', { ids, isTrashed: false });
    return done.ok ? null : done.error;
  };
  const error =
    (await restoreItems(services, items, false)) ?? (await inParts(services, scripts, sendScripts, false)).error;
  const t = translatorOf(session.getState().locale);
  if (error !== null) return void toasts.add({ title: fileErrorText(error, t) });
  toasts.add({ title: t('transfer.restored', { count: items.length + scripts.length }) });
  session.setState(({ transfer }) => {
    if (transfer.step !== 'done' || transfer.result !== result) return {};
    const known = {
      ...result.known,
      items: result.known.items + items.length,
      scripts: result.known.scripts + scripts.length,
    };
    return { transfer: { step: 'done', result: { ...result, known, trashed: { items: [], scripts: [] } } } };
  });
}
