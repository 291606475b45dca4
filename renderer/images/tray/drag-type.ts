// Names the drag that begins in the tray, so that it is not taken for a picture from outside.

/** Type of the data of such a drag. */
export const TRAY_TYPE = 'application/x-tray-picture';
