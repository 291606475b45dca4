// Which of the two documented request forms carries an edit, why, and what that form leaves out.

import { type OneFormField, otherForm, REQUEST_FORMS, type RequestForm } from './edit-fields.ts';
import { carries } from './field-rules.ts';
import { type MaskChoice, type MaskDelivery, maskDelivery } from './mask-delivery.ts';

/** A person's choice. */
export const FORM_CHOICES = ['automatic', ...REQUEST_FORMS] as const;
export type FormChoice = (typeof FORM_CHOICES)[number];

/** Variations that a form cannot carry become requests, and the mask is asked for beside the other fields. */
export type AskedField = Exclude<OneFormField, 'variations' | 'mask'>;

/** What has to be sent. */
export type FormQuestion = {
  pictureCount: number;
  hasMask: boolean;
  /** How the mask is to be told, where there is one. */
  maskChoice: MaskChoice;
  /** Some picture is to be sent as an address. */
  hasAddress: boolean;
  /** Results wanted, 1 or more. */
  variations: number;
  /** Fields of one form only that would be sent: those a person or the connection has set. */
  fields: readonly AskedField[];
  /** Forms remembered on this connection as "picture not used". */
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
  /** Fields asked for that this form lacks; shown, never dropped silently. Variations are not among them: see `requests`. */
  notSent: (AskedField | 'mask')[];
  /** What goes out for the mask; null without one. */
  mask: MaskDelivery | null;
  /** No mask file travels: only the protected composite enforces it. */
  isMaskAppliedHere: boolean;
  /** Pictures that travel, an annotated image among them. */
  sentPictures: number;
  /** A picture meant as an address goes as a file after all. */
  isAddressSentAsFile: boolean;
  /** Requests it takes: JSON has no `n`, so each result is a request. */
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
  // Only multipart has the file that was asked for.
  if (question.hasMask && question.maskChoice === 'file') return { form: 'multipart', reason: 'maskFile' };
  const natural = pickByContent(question);
  const other = otherForm(natural.form);
  const { picturesNotUsedBy } = question;
  // With both forms under that verdict there is nothing to flee to.
  if (picturesNotUsedBy.includes(natural.form) && !picturesNotUsedBy.includes(other)) {
    return { form: other, reason: 'pictureNotUsed' };
  }
  return natural;
}

/** The pictures of the tray, and the annotated image. Whether there is one does not depend on the form. */
function sentPictures({ pictureCount, hasMask, maskChoice }: FormQuestion): number {
  return pictureCount + (hasMask && maskDelivery(maskChoice, 'json').hasAnnotatedImage ? 1 : 0);
}

/**
 * What only one form can carry decides, the weightiest first. A mask outweighs options of JSON: without it the relay does not know where to
 * edit, without previews a person merely waits. These outweigh options of multipart, which many relays ignore.
 */
function pickByContent(question: FormQuestion): { form: RequestForm; reason: FormReason } {
  if (sentPictures(question) > 1) return { form: 'json', reason: 'severalPictures' };
  if (question.hasAddress) return { form: 'json', reason: 'address' };
  // A region in the instruction needs neither form.
  if (question.hasMask && question.maskChoice === 'automatic') return { form: 'multipart', reason: 'mask' };
  if (question.fields.some((field) => carries('json', field))) return { form: 'json', reason: 'option' };
  // The end-user id belongs to the connection, not to this edit: it does not make every request multipart.
  if (question.variations > 1 || question.fields.some((field) => field !== 'user')) {
    return { form: 'multipart', reason: 'option' };
  }
  return { form: 'json', reason: 'default' };
}
