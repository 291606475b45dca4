// The note that the relay did not use the picture before, and how that affects the form; one click makes the app forget
// it.

import { otherForm } from '../../../shared/images/edit-fields.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import type { ImagesStore } from '../images-store.ts';
import { useForm, usePicturesNotUsedBy } from './use-form.ts';

/** The note; renders nothing unless it affects the form. */
export function FormNote({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const { form, reason } = useForm(store);
  const notUsedBy = usePicturesNotUsedBy();
  const isAvoided = reason === 'pictureNotUsed';
  if (!isAvoided && !notUsedBy.includes(form)) return null;
  const other = otherForm(form);
  const way = t(`images.sentForm.${form}`);
  return (
    <p>
      {isAvoided
        ? t('images.formAvoided', { form: way, other: t(`images.sentForm.${other}`) })
        : t('images.formNotUsing', { form: way })}{' '}
      <Button variant="link" onClick={() => store.getState().allowForm(isAvoided ? other : form)}>
        {t('images.forgetVerdict')}
      </Button>
    </p>
  );
}
