// The dialog that saves one picture: its version, name, format, size and details, and how large the file will be.

import { useStore } from 'zustand';
import type { Picture } from '../../../shared/contract/media.ts';
import { OUTPUT_FORMATS } from '../../../shared/images/limits.ts';
import { sourceFacts } from '../../../shared/images/metadata/carried-metadata.ts';
import { contentFacts, contentOfMime } from '../../../shared/library/reply-contents.ts';
import { SAVED_PICTURES, savedWidth } from '../../../shared/library/saving.ts';
import { formatFileSize } from '../../../shared/text/format-text.ts';
import { ErrorAlert } from '../../items/ErrorAlert.tsx';
import { formatName } from '../../items/picture-text.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { RadioSegments } from '../../ui/RadioSegments.tsx';
import { TextField } from '../../ui/TextField.tsx';
import form from '../export/ExportDialog.module.css';
import styles from './PictureFields.module.css';
import { PictureFields, Row } from './PictureFields.tsx';
import { ownFormat, type PictureChoices } from './picture-file.ts';
import { type AskedPicture, type PictureStore, pictureOf } from './picture-store.ts';

const MAX_NAME = 200;

/** The dialog; it is there while a picture is to be saved. */
export function PictureDialog({ store }: { store: PictureStore }) {
  const { t } = useTranslation();
  const asked = useStore(store, (state) => state.asked);
  const { close } = store.getState();
  return (
    <Dialog isOpen={asked !== null} isSmall title={t('save.title')} closeLabel={t('common.close')} onClose={close}>
      {asked !== null && <PictureForm store={store} asked={asked} />}
    </Dialog>
  );
}

function PictureForm({ store, asked }: { store: PictureStore; asked: AskedPicture }) {
  const { t, locale } = useTranslation();
  const version = useStore(store, (state) => state.version);
  const name = useStore(store, (state) => state.name);
  const details = useStore(store, (state) => state.details);
  const choices = useStore(store, (state) => state.choices);
  const made = useStore(store, (state) => state.made);
  const isSaving = useStore(store, (state) => state.isSaving);
  const error = useStore(store, (state) => state.error);
  const { setVersion, setName, change, save } = store.getState();
  const picture = pictureOf(asked, version);
  const { mime = '' } = picture;
  const content = choices.picture === 'asIs' ? (contentOfMime(mime) ?? 'unknown') : choices.picture;
  const size = made && formatFileSize(made.sizeBytes, t, locale);
  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label={t('save.name')}
        value={name ?? ''}
        maxLength={MAX_NAME}
        onChange={setName}
        trailing={<span className={styles.ending}>.{contentFacts(content).extension}</span>}
      />
      {'item' in asked && asked.versions.length > 1 && (
        <Row label={t('save.version')}>
          <RadioSegments
            label={t('save.version')}
            value={version}
            options={asked.versions.map((value) => ({
              value,
              label:
                value === 'received'
                  ? t('images.raw')
                  : t(asked.item.request.mask === null ? 'images.broughtBack' : 'images.protected'),
            }))}
            onChange={setVersion}
          />
        </Row>
      )}
      <PictureFields
        formatLabel={t('save.format')}
        formats={'stored' in asked ? OUTPUT_FORMATS : SAVED_PICTURES}
        choices={choices}
        change={change}
        isDisabled={false}
        formatHint={
          choices.picture === 'asIs'
            ? t('save.asIsHint', { format: formatName(mime) })
            : made?.isFlattened
              ? t('save.becomesWhite')
              : choices.picture === 'png'
                ? t('save.hint.png')
                : undefined
        }
        // The file of a result may not say its sides.
        sizeHint={picture.widthPx > 0 ? t('save.sides', sidesOf(picture, choices)) : undefined}
        canSayDetails={choices.picture !== 'asIs' || ownFormat(picture) !== undefined}
        source={details === undefined ? undefined : sourceFacts(details)}
      />
      <div className={form.foot}>
        {error !== null && <ErrorAlert error={error} isPlain onDismiss={() => store.setState({ error: null })} />}
        <div className={styles.foot}>
          <span role="status" aria-label={t('save.fileSize')}>
            {size === null
              ? error === null && t('save.making')
              : choices.picture === 'asIs'
                ? size
                : t('save.about', { size })}
          </span>
          <Button data-initial-focus="" variant="primary" type="submit" aria-disabled={isSaving || undefined}>
            {t('save.save')}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The sides of the file. */
function sidesOf(
  { widthPx, heightPx }: Pick<Picture, 'widthPx' | 'heightPx'>,
  { scale, widthPx: wantedPx }: PictureChoices,
) {
  const width = savedWidth(widthPx, scale, wantedPx);
  return { width, height: Math.max(1, Math.round((heightPx * width) / widthPx)) };
}
