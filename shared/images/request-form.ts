// Chooses which of the two documented request forms an edit uses, with the reason and the fields that the form cannot
// send.

import { type OneFormField, otherForm, REQUEST_FORMS, type RequestForm } from './edit-fields.ts';
import { carries } from './field-rules.ts';
import { type MaskChoice, type MaskDelivery, maskDelivery } from './mask-delivery.ts';

/** A person's choice. */
export const FORM_CHOICES = ['automatic', ...REQUEST_FORMS] as const;
export type FormChoice = (typeof FORM_CHOICES)[number];

/**
 * Without variations, which become several requests in a form that lacks them, and without the mask, which is requested
 * separately.
 */
export type AskedField = Exclude<OneFormField, 'variations' | 'mask'>;

/** The facts about an edit that determine the form. */
export type FormQuestion = {
  pictureCount: number;
  hasMask: boolean;
  /** How the mask is to be delivered, if there is one. */
  maskChoice: MaskChoice;
  /** Whether some picture is to be sent as an address. */
  hasAddress: boolean;
  /** Number of requested results, 1 or more. */
  variations: number;
  /** The fields of only one form that would be sent: those that a person or the connection has set. */
  fields: readonly AskedField[];
  /** Forms for which this connection has stored "picture not used". */
  picturesNotUsedBy: readonly RequestForm[];
  choice: FormChoice;
};

/** Why a form was chosen. */
type FormReason =
  | 'chosen'
  | 'maskFile'
  | 'pictureNotUsed'
  | 'severalPictures'
  | 'address'
  | 'mask'
  | 'option'
  | 'default';

export type FormAnswer = {
  form: RequestForm;
  reason: FormReason;
  /**
   * Requested fields that this form lacks; shown to the person, never dropped silently. Does not include variations:
   * see `requests`.
   */
  notSent: (AskedField | 'mask')[];
  /** What is sent for the mask; null without a mask. */
  mask: MaskDelivery | null;
  /** No mask file is sent: only the protected composite enforces the mask. */
  isMaskAppliedHere: boolean;
  /** Number of sent pictures, including an annotated image. */
  sentPictures: number;
  /** Whether a picture chosen as an address is sent as a file instead. */
  isAddressSentAsFile: boolean;
  /** Number of requests: JSON has no `n`, so each result is a separate request. */
  requests: number;
};

/** Chooses the form of an edit request. */
export function chooseForm(question: FormQuestion): FormAnswer {
  const { form, reason } = pick(question);
  const mask = question.hasMask ? maskDelivery(question.maskChoice, form) : null;
  const maskNotSent = mask !== null && question.maskChoice === 'file' && !mask.hasFile;
  return {
    form,
    reason,
    notSent: [...question.fields.filter((field) => !carries(form, field)), ...(maskNotSent ? (['mask'] as const) : [])],
    mask,
    isMaskAppliedHere: mask !== null && !mask.hasFile,
    sentPictures: sentPictures(question),
    isAddressSentAsFile: form === 'multipart' && question.hasAddress,
    requests: carries(form, 'variations') ? 1 : question.variations,
  };
}

function pick(question: FormQuestion): { form: RequestForm; reason: FormReason } {
  if (question.choice !== 'automatic') return { form: question.choice, reason: 'chosen' };
  // Only multipart has the requested file.
  if (question.hasMask && question.maskChoice === 'file') return { form: 'multipart', reason: 'maskFile' };
  const natural = pickByContent(question);
  const other = otherForm(natural.form);
  const { picturesNotUsedBy } = question;
  // If pictures were not used in either form, there is no better form.
  if (picturesNotUsedBy.includes(natural.form) && !picturesNotUsedBy.includes(other)) {
    return { form: other, reason: 'pictureNotUsed' };
  }
  return natural;
}

/** Number of pictures in the tray, plus the annotated image. Whether there is one does not depend on the form. */
function sentPictures({ pictureCount, hasMask, maskChoice }: FormQuestion): number {
  return pictureCount + (hasMask && maskDelivery(maskChoice, 'json').hasAnnotatedImage ? 1 : 0);
}

/**
 * Chooses the form by the content that only one form can carry, the most important first. A mask outweighs options of
 * JSON: without the mask the relay does not know where to edit, while without previews a person only waits. Options of
 * JSON outweigh options of multipart, which many relays ignore.
 */
function pickByContent(question: FormQuestion): { form: RequestForm; reason: FormReason } {
  if (sentPictures(question) > 1) return { form: 'json', reason: 'severalPictures' };
  if (question.hasAddress) return { form: 'json', reason: 'address' };
  // A region in the instruction works in both forms.
  if (question.hasMask && question.maskChoice === 'automatic') return { form: 'multipart', reason: 'mask' };
  if (question.fields.some((field) => carries('json', field))) return { form: 'json', reason: 'option' };
  // The end-user id belongs to the connection, not to this edit: it must not make every request multipart.
  if (question.variations > 1 || question.fields.some((field) => field !== 'user')) {
    return { form: 'multipart', reason: 'option' };
  }
  return { form: 'json', reason: 'default' };
}
