// The details of an edited picture: the picture, the request, and the prompt as rewritten by the relay.

import { useStore } from 'zustand';
import type { EditItem } from '../../shared/contract/library.ts';
import { formatDateTime, formatFileSize } from '../../shared/text/format-text.ts';
import { PictureFault } from '../items/PictureFault.tsx';
import { canShow, formatDifference, formatName, formatPart, formatSentSize } from '../items/picture-text.ts';
import { shownPicture } from '../items/versions.ts';
import { connectionName } from '../jobs/connection-text.ts';
import { useCommons, useOpening, useTranslation } from '../services.ts';
import { DetailsPanel } from './DetailsPanel.tsx';
import styles from './ItemDetails.module.css';
import { pictureSize } from './ItemFace.tsx';
import type { LibraryStore } from './library-store.ts';

type EditDetailsProps = { store: LibraryStore; item: EditItem; onClose: () => void };

/** The right panel while an edit is open. */
export function EditDetails({ store, item, onClose }: EditDetailsProps) {
  const { missing } = useCommons();
  const { showInImages } = useOpening();
  const { t, locale } = useTranslation();
  const { request, revisedPrompt } = item;
  const sentPrompt = request.mask?.sentPrompt ?? request.prompt;
  const shown = shownPicture(
    item,
    useStore(missing, (state) => state.files),
  );
  const texts: [string, string][] = [];
  const difference = formatDifference(item, t);
  const part = formatPart(item, t);
  if (part !== '') texts.push([t('library.fact.part'), part]);
  const sentSize = formatSentSize(item, t);
  if (sentSize !== '') texts.push([t('library.fact.sentSize'), sentSize]);
  if (difference !== '') texts.push([t('library.fact.format'), difference]);
  if (item.relayCreatedS !== null)
    texts.push([t('library.fact.relayTime'), formatDateTime(item.relayCreatedS * 1000, locale)]);
  if (item.generatedCount !== null) texts.push([t('library.fact.generated'), String(item.generatedCount)]);
  return (
    <DetailsPanel
      store={store}
      item={item}
      onClose={onClose}
      facts={[
        [t('library.fact.pictureSize'), pictureSize(item, t)],
        [
          t('library.fact.file'),
          [formatName(shown.mime), formatFileSize(shown.sizeBytes, t, locale)].join(t.separators.fact),
        ],
        [t('library.fact.pictures'), String(request.pictures.length)],
        [t('library.fact.mask'), t(request.mask === null ? 'library.maskNo' : 'library.maskYes')],
        [t('library.fact.form'), t(`images.sentForm.${request.form}`)],
        [t('library.fact.created'), formatDateTime(item.createdAtMs, locale)],
        [t('library.fact.connection'), connectionName({ id: request.connectionId, name: item.connectionName }, t)],
        ...texts,
      ]}
      primary={{
        label: t('library.openInImages'),
        hint: t('library.openInImagesHint'),
        onSelect: () => showInImages(request),
      }}
    >
      {canShow(item, shown) && (
        <img
          className={styles.picture}
          src={`/media/${shown.mediaId}`}
          alt={t('library.previewOf', { title: item.title })}
          draggable={false}
        />
      )}
      <PictureFault item={item} report={store.getState().report} />
      <p className={styles.text}>{request.prompt}</p>
      {sentPrompt !== request.prompt && (
        <p className={styles.revised}>
          <span>{t('library.sentPrompt')}</span> {sentPrompt}
        </p>
      )}
      {![request.prompt, sentPrompt, ''].includes(revisedPrompt) && (
        <p className={styles.revised}>
          <span>{t('library.revisedPrompt')}</span> {revisedPrompt}
        </p>
      )}
    </DetailsPanel>
  );
}
