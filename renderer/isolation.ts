// Whether the page is cross-origin isolated: asked here and nowhere else. See docs/decisions/0017-without-isolation.md.

/**
 * False where an Electron does not isolate the page although its headers ask for it. The page's threads then share no memory
 * (`SharedArrayBuffer` is not even defined), and timers are coarser.
 */
export const isIsolated: boolean = crossOriginIsolated;
