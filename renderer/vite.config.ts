// The bundling of the renderer: nothing is inlined, so that the strict CSP holds. Run from the repository's root.

import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';

/** Lines around the view that the editor keeps as elements, and the pixels of text that they may take on either side. */
const KEPT = { lines: 100, pixels: 12_000 };

/** What stands in the library for pixels of text around the view; it has no setting for it. */
const MARGIN = '1000 /* VP.Margin */';
/** Where it makes a view of the positions `top` to `bottom`. */
const viewOf = (top: string, bottom: string): string =>
  `new Viewport(map.lineAt(${top}, QueryType.ByHeight, oracle, 0, 0).from, map.lineAt(${bottom}, QueryType.ByHeight, oracle, 0, 0).to)`;

/** What stands there instead. `share` of the lines are above `top`, unless one end of the text has fewer. */
const KEEP_LINES = `
function keepLines({ heightMap, heightOracle, state: { doc } }, top, bottom, share) {
    const blockAt = (height) => heightMap.lineAt(height, QueryType.ByHeight, heightOracle, 0, 0);
    const [first, last] = [top, bottom].map((height) => doc.lineAt(blockAt(height).from).number);
    const above = Math.max(Math.min(Math.round(share * ${KEPT.lines}), first - 1), ${KEPT.lines} - (doc.lines - last));
    const from = doc.line(Math.max(1, first - above)).from;
    const to = doc.line(Math.min(doc.lines, last + ${KEPT.lines} - above)).to;
    return new Viewport(Math.max(from, blockAt(top - ${KEPT.pixels}).from), Math.min(to, blockAt(bottom + ${KEPT.pixels}).to));
}
`;

/**
 * Makes the editor keep 100 lines around the view, for screen readers, and not more, since each element costs time at
 * every key. The build fails if the library has changed there.
 */
function keepLines(): Plugin {
  const changes: readonly (readonly [what: string, by: string])[] = [
    [
      viewOf(`visibleTop - marginTop * ${MARGIN}`, `visibleBottom + (1 - marginTop) * ${MARGIN}`),
      'keepLines(this, visibleTop, visibleBottom, marginTop)',
    ],
    [
      viewOf(`topPos - ${MARGIN} / 2`, `topPos + viewHeight + ${MARGIN} / 2`),
      'keepLines(this, topPos, topPos + viewHeight, 0.5)',
    ],
    [MARGIN, `${KEPT.pixels}`],
  ];
  const change = (code: string, [what, by]: (typeof changes)[number]): string => {
    if (!code.includes(what)) throw new Error(`The editor library has no ${what} any more.`);
    return code.replaceAll(what, by);
  };
  return {
    name: 'keep-lines',
    transform: {
      filter: { id: /@codemirror\/view\/dist\/index\.js$/ },
      handler: (code) => ({ code: changes.reduce(change, code) + KEEP_LINES, map: null }),
    },
  };
}

/** Modules that the window needs before its first paint, by their file names. */
const first = new Set<string>();

/** Finds them: what the entry imports, and what that imports. */
function findFirst(): Plugin {
  return {
    name: 'find-first',
    buildEnd() {
      const found = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry);
      for (const id of found) {
        if (first.has(id)) continue;
        first.add(id);
        found.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
  };
}

/**
 * Whether a module is read before the first paint. Of the icons and the components, which have lists of them all, only
 * those that are used are.
 */
const isFirst = (id: string): boolean => first.has(id) && !/\/(?:lucide-react|@base-ui|@floating-ui)\//.test(id);

/** A JPEG encoder looks for Node's files, which it does not need in a page. */
const onLog = (
  level: Rolldown.LogLevel,
  log: Rolldown.RolldownLog,
  defaultHandler: Rolldown.LogOrStringHandler,
): void => {
  if (!/^Module "(?:fs|path)" has been externalized .*codec-libjpeg/.test(log.message)) defaultHandler(level, log);
};

export default {
  root: 'renderer',
  base: './',
  plugins: [react(), keepLines(), findFirst()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome146',
    cssTarget: 'chrome146',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One style sheet, of one chunk, because its rules have to follow each other as the modules do that import them,
    // whichever part of the window is read first.
    cssCodeSplit: false,
    // One file for the first paint: what other parts use too would be a file for each combination of them.
    rolldownOptions: {
      onLog,
      output: {
        codeSplitting: {
          groups: [
            { name: 'styles', test: /\.css$/, priority: 2 },
            { name: 'first', test: isFirst, priority: 1 },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 1000,
  },
  worker: { rolldownOptions: { onLog } },
};
