// The bundling of the renderer: nothing is inlined, so that the strict CSP holds. Run from the repository's root.

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
    // A single bundle, because it is read from the local disk, where splitting would only add round trips.
    chunkSizeWarningLimit: 1000,
  },
};
