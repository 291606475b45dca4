// Names of the two IPC channels.

/** `invoke(REQUEST_CHANNEL, route, input)` → Result. */
export const REQUEST_CHANNEL = 'studio:request';
/** From main to the window; each message is an event envelope. */
export const EVENT_CHANNEL = 'studio:event';
