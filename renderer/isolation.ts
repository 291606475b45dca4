// Whether the page is cross-origin isolated: the only place that reads it. See
// docs/decisions/0016-isolation.md.

/**
 * False if Electron does not isolate the page although its headers request it. Threads then cannot share memory
 * (`SharedArrayBuffer` is undefined), and timers are coarser.
 */
export const isIsolated: boolean = crossOriginIsolated;
