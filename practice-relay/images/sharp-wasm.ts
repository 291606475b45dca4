// Loads sharp with its WebAssembly build, on every system. Knows no pictures.
//
// sharp's builds for a system bring a GLib of their own. On Linux every process of Electron has the system's GLib, and
// the two take each other's objects for theirs until one crashes (electron/electron#46323). Where both builds are
// installed, sharp would take the one for the system.

import { registerHooks } from 'node:module';

/** What sharp looks for before `@img/sharp-wasm32/sharp.node`. */
const SYSTEM_BUILD = /\bsharp-(?!wasm32\b).*\.node$/;

const hooks = registerHooks({
  resolve(specifier, context, nextResolve) {
    if (SYSTEM_BUILD.test(specifier)) throw new Error(`${specifier} is not for use here.`);
    return nextResolve(specifier, context);
  },
});

/** sharp. The buffers it gives are views of memory that its threads share and use again: copy what is kept or sent. */
export const { default: sharp } = await import('sharp');

hooks.deregister();
