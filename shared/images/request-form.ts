// Which of the two documented request forms carries an edit, why, and what that form leaves out.

/** A: multipart/form-data. B: application/json. */
export const REQUEST_FORMS = ['A', 'B'] as const;
type RequestForm = (typeof REQUEST_FORMS)[number];

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

/** What has to be sent. */
export type FormQuestion = {
  pictureCount: number;
  hasMask: boolean;
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
  notSent: OneFormField[];
  /** The mask does not travel: only the protected composite enforces it. */
  isMaskAppliedHere: boolean;
  /** A picture meant as an address goes as a file after all. */
  isAddressSentAsFile: boolean;
  /** Requests it takes: Form B has no `n`, so each result is a request. */
  requests: number;
};

/** Chooses the form of an edit request. */
export function chooseForm(question: FormQuestion): FormAnswer {
  const { form, reason } = pick(question);
  const isB = form === 'B';
  return {
    form,
    reason,
    notSent: isB ? [...question.fields] : question.wantsPreviews ? ['stream'] : [],
    isMaskAppliedHere: isB && question.hasMask,
    isAddressSentAsFile: !isB && question.hasAddress,
    requests: isB ? question.variations : 1,
  };
}

function pick(question: FormQuestion): { form: RequestForm; reason: FormReason } {
  if (question.choice !== 'automatic') return { form: question.choice, reason: 'chosen' };
  const natural = pickByContent(question);
  const other = natural.form === 'A' ? 'B' : 'A';
  const { picturesNotUsedBy } = question;
  // With both forms under that verdict there is nothing to flee to.
  if (picturesNotUsedBy.includes(natural.form) && !picturesNotUsedBy.includes(other)) {
    return { form: other, reason: 'pictureNotUsed' };
  }
  return natural;
}

/**
 * What only one form can carry decides, the weightiest first. A mask outweighs previews: without it the relay does not
 * know where to edit, without previews a person merely waits. Previews outweigh A's options, which many relays ignore.
 */
function pickByContent(question: FormQuestion): { form: RequestForm; reason: FormReason } {
  if (question.pictureCount > 1) return { form: 'B', reason: 'severalPictures' };
  if (question.hasAddress) return { form: 'B', reason: 'address' };
  if (question.hasMask) return { form: 'A', reason: 'mask' };
  if (question.wantsPreviews) return { form: 'B', reason: 'previews' };
  // The end-user id belongs to the connection, not to this edit: it does not turn every request into Form A.
  if (question.variations > 1 || question.fields.some((field) => field !== 'user')) {
    return { form: 'A', reason: 'option' };
  }
  return { form: 'B', reason: 'default' };
}
