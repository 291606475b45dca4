// The bundling of the renderer: nothing is inlined, so that the strict CSP holds. Run from the repository's root.

import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';

/** Pixels of text around the view that the editor keeps as elements, half of them below; a row of text has 29. */
const TEXT_MARGIN = 12_000;

/**
 * Keeps 100 lines of two rows in the DOM, for screen readers. The editor library
 * keeps 1000 pixels and has no setting for it, so its constant is changed; the build fails if that is no longer there.
 */
function keepMoreLines(): Plugin {
  return {
    name: 'keep-more-lines',
    transform: {
      filter: { id: /@codemirror\/view\/dist\/index\.js$/ },
      handler: (code) => {
        const changed = code.replaceAll('1000 /* VP.Margin */', `${TEXT_MARGIN} /* VP.Margin */`);
        if (changed === code) throw new Error('The editor library has no VP.Margin any more.');
        return { code: changed, map: null };
      },
    },
  };
}

export default {
  root: 'renderer',
  base: './',
  plugins: [react(), keepMoreLines()],
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
