// Names of the two IPC channels.

/** `invoke(REQUEST_CHANNEL, route, input)` → Result. */
export const REQUEST_CHANNEL = 'studio:request';
/** Main to window, each message an event envelope. */
export const EVENT_CHANNEL = 'studio:event';
