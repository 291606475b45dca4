// Loads sharp with its WebAssembly build, on every system.
//
// sharp's native builds contain their own GLib. On Linux every process of Electron has loaded the system's GLib, and
// each of the two treats the other's objects as its own until the process crashes (electron/electron#46323). Where both
// builds are installed, sharp would choose the native one.

import { registerHooks } from 'node:module';

/** The native builds that sharp looks for before `@img/sharp-wasm32/sharp.node`. */
const SYSTEM_BUILD = /\bsharp-(?!wasm32\b).*\.node$/;

const hooks = registerHooks({
  resolve(specifier, context, nextResolve) {
    if (SYSTEM_BUILD.test(specifier)) throw new Error(`${specifier} is not for use here.`);
    return nextResolve(specifier, context);
  },
});

/** sharp. Its buffers are views of memory that its threads share and reuse: copy whatever is kept or sent. */
export const { default: sharp } = await import('sharp');

hooks.deregister();
