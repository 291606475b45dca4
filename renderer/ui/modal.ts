// How an open dialog is known.

/** Marks a dialog that is open. */
export const MODAL_ATTRIBUTE = 'data-modal';
