// The last group of *More options*: how the request is sent, independent of its content.

import { useStore } from 'zustand';
import type { Translate } from '../../../shared/i18n/index.ts';
import { MASK_CHOICES } from '../../../shared/images/mask-delivery.ts';
import { FORM_CHOICES } from '../../../shared/images/request-form.ts';
import { useTranslation } from '../../services.ts';
import { Select } from '../../ui/Select.tsx';
import type { ImagesStore } from '../images-store.ts';
import { formatMaskSent } from './consequence.ts';
import styles from './EditOptionsFields.module.css';
import { answerForm, type FormFacts } from './edit-options.ts';
import { OptionFields } from './OptionFields.tsx';
import { useFormFacts } from './use-form.ts';

/** The fields: options of the reply, form, mask delivery, previews. */
export function HowSentFields({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const choices = useStore(store, (images) => images.choices);
  const facts = useFormFacts(store);
  const answer = answerForm(facts);
  const { change } = store.getState();
  return (
    <>
      <h2 className={styles.group}>{t('images.howSent')}</h2>
      <OptionFields store={store} group="reply" />
      <Select
        label={t('images.form')}
        value={choices.form}
        hint={
          facts.picturesNotUsedBy.includes(answer.form)
            ? t('images.formNotUsing', { form: t(`images.sentForm.${answer.form}`) })
            : undefined
        }
        options={FORM_CHOICES.map((value) => ({
          value,
          label: value === 'automatic' ? automaticForm(facts, t) : t(`images.form.${value}`),
        }))}
        onChange={(form) => change({ form })}
      />
      <Select
        label={t('images.maskDelivery')}
        value={choices.mask}
        hint={formatMaskSent(answer, t) || undefined}
        options={MASK_CHOICES.map((value) => ({
          value,
          label: value === 'automatic' ? automaticMask(facts, t) : t(`images.maskDelivery.${value}`),
          explanation: t(`images.maskDeliveryHint.${value}`),
        }))}
        onChange={(mask) => change({ mask })}
      />
      <OptionFields store={store} group="waiting" />
    </>
  );
}

/** The text of the form that *Automatic* would choose, whatever is selected now. */
function automaticForm({ choices, ...facts }: FormFacts, t: Translate): string {
  const { form } = answerForm({ ...facts, choices: { ...choices, form: 'automatic' } });
  return t('images.form.automatic', { form: t(`images.sentForm.${form}`) });
}

/** The text of the mask delivery that *Automatic* would choose. */
function automaticMask({ choices, ...facts }: FormFacts, t: Translate): string {
  const { mask } = answerForm({ ...facts, choices: { ...choices, mask: 'automatic' } });
  if (mask === null) return t('images.maskDelivery.automatic', { way: t('images.noMask') });
  const way = t(mask.hasFile ? 'images.maskDelivery.short.file' : 'images.maskDelivery.short.region');
  return t('images.maskDelivery.automatic', { way });
}
