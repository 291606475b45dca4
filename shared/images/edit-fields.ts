// The two forms of an edit request (relay API §2.3).

/** How the body of an edit is written: `multipart` is the API's Form A, multipart/form-data; `json` its Form B, application/json. */
export const REQUEST_FORMS = ['multipart', 'json'] as const;
export type RequestForm = (typeof REQUEST_FORMS)[number];

/** What the forms are called on screens, in every language. */
export const FORM_LETTERS: Readonly<Record<RequestForm, string>> = { multipart: 'A', json: 'B' };

/** The form that is not this one. */
export function otherForm(form: RequestForm): RequestForm {
  return form === 'multipart' ? 'json' : 'multipart';
}
