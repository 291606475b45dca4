// How the renderer is bundled: nothing inlined, so that the strict CSP holds. Called from the repository's root.

import react from '@vitejs/plugin-react';

export default {
  root: 'renderer',
  base: './',
  plugins: [react()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome146',
    cssTarget: 'chrome146',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One bundle: it is read from this computer, and splitting it would only add round trips.
    chunkSizeWarningLimit: 1000,
  },
};
