// The type of a drag that starts in the tray, which distinguishes it from a picture dragged from outside.

/** The data type of such a drag. */
export const TRAY_TYPE = 'application/x-tray-picture';
