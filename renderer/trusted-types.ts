// The only Trusted Types policy, of the page and of workers that start others: scripts are loaded from the own origin;
// nothing else becomes code or markup.

type Policy = { createScriptURL: (url: string) => string };
type PolicyFactory = { createPolicy: (name: string, rules: Policy) => Policy };

/** Accepts addresses of this origin only. */
const RULES: Policy = {
  createScriptURL: (url) => {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError('A script of another origin.');
    return url;
  },
};

let policy: Policy = RULES;

/** Creates the policy `app`; the CSP allows no other. */
export function installTrustedTypesPolicy(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  policy = trustedTypes?.createPolicy('app', RULES) ?? RULES;
}

/** Starts a bundled module worker from its address (`?worker&url`). */
export function startWorker(url: string): Worker {
  return new Worker(policy.createScriptURL(url), { type: 'module' });
}
