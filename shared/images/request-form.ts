// Which of the two documented request forms carries an edit, why, and what that form leaves out.

import { type MaskChoice, type MaskDelivery, maskDelivery } from './mask-delivery.ts';

/** A: multipart/form-data. B: application/json. */
export const REQUEST_FORMS = ['A', 'B'] as const;
export type RequestForm = (typeof REQUEST_FORMS)[number];

/** A person's choice. */
export const FORM_CHOICES = ['automatic', ...REQUEST_FORMS] as const;
export type FormChoice = (typeof FORM_CHOICES)[number];

/** Optional wire fields that only one form has. */
export const FORM_A_ONLY_FIELDS = [
  'n',
  'quality',
  'background',
  'output_format',
  'output_compression',
  'moderation',
  'user',
] as const;
type FormAOnlyField = (typeof FORM_A_ONLY_FIELDS)[number];
export type OneFormField = FormAOnlyField | 'stream';
/** A field that was asked for and does not travel. */
type UnsentField = OneFormField | 'mask';

/** What has to be sent. */
export type FormQuestion = {
  pictureCount: number;
  hasMask: boolean;
  /** How the mask is to be told, where there is one. */
  maskChoice: MaskChoice;
  /** Some picture is to be sent as an address. */
  hasAddress: boolean;
  wantsPreviews: boolean;
  /** Results wanted, 1 or more. */
  variations: number;
  /** Other Form A fields that would be sent: those a person or the connection has set. */
  fields: readonly Exclude<FormAOnlyField, 'n'>[];
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
  | 'previews'
  | 'option'
  | 'default';

export type FormAnswer = {
  form: RequestForm;
  reason: FormReason;
  /** Fields asked for that this form lacks; shown, never dropped silently. `n` is not among them: see `requests`. */
  notSent: UnsentField[];
  /** What goes out for the mask; null without one. */
  mask: MaskDelivery | null;
  /** No mask file travels: only the protected composite enforces it. */
  isMaskAppliedHere: boolean;
  /** Pictures that travel, an annotated image among them. */
  sentPictures: number;
  /** A picture meant as an address goes as a file after all. */
  isAddressSentAsFile: boolean;
  /** Requests it takes: Form B has no `n`, so each result is a request. */
  requests: number;
};

/** Chooses the form of an edit request. */
export function chooseForm(question: FormQuestion): FormAnswer {
  const { form, reason } = pick(question);
  const isB = form === 'B';
  const mask = question.hasMask ? maskDelivery(question.maskChoice, form) : null;
  const maskNotSent = mask !== null && question.maskChoice === 'file' && !mask.hasFile;
  return {
    form,
    reason,
    notSent: [
      ...(isB ? question.fields : question.wantsPreviews ? (['stream'] as const) : []),
      ...(maskNotSent ? (['mask'] as const) : []),
    ],
    mask,
    isMaskAppliedHere: mask !== null && !mask.hasFile,
    sentPictures: sentPictures(question),
    isAddressSentAsFile: !isB && question.hasAddress,
    requests: isB ? question.variations : 1,
  };
}

function pick(question: FormQuestion): { form: RequestForm; reason: FormReason } {
  if (question.choice !== 'automatic') return { form: question.choice, reason: 'chosen' };
  // Only Form A has the file that was asked for.
  if (question.hasMask && question.maskChoice === 'file') return { form: 'A', reason: 'maskFile' };
  const natural = pickByContent(question);
  const other = natural.form === 'A' ? 'B' : 'A';
  const { picturesNotUsedBy } = question;
  // With both forms under that verdict there is nothing to flee to.
  if (picturesNotUsedBy.includes(natural.form) && !picturesNotUsedBy.includes(other)) {
    return { form: other, reason: 'pictureNotUsed' };
  }
  return natural;
}

/** The pictures of the tray, and the annotated image. Whether there is one does not depend on the form. */
function sentPictures({ pictureCount, hasMask, maskChoice }: FormQuestion): number {
  return pictureCount + (hasMask && maskDelivery(maskChoice, 'B').hasAnnotatedImage ? 1 : 0);
}

/**
 * What only one form can carry decides, the weightiest first. A mask outweighs previews: without it the relay does not
 * know where to edit, without previews a person merely waits. Previews outweigh A's options, which many relays ignore.
 */
function pickByContent(question: FormQuestion): { form: RequestForm; reason: FormReason } {
  if (sentPictures(question) > 1) return { form: 'B', reason: 'severalPictures' };
  if (question.hasAddress) return { form: 'B', reason: 'address' };
  // A region in the instruction needs neither form.
  if (question.hasMask && question.maskChoice === 'automatic') return { form: 'A', reason: 'mask' };
  if (question.wantsPreviews) return { form: 'B', reason: 'previews' };
  // The end-user id belongs to the connection, not to this edit: it does not turn every request into Form A.
  if (question.variations > 1 || question.fields.some((field) => field !== 'user')) {
    return { form: 'A', reason: 'option' };
  }
  return { form: 'B', reason: 'default' };
}
