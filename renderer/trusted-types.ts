// The one Trusted Types policy of the page: scripts are loaded from its own origin, nothing else becomes code or markup.

type PolicyFactory = { createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown };

/** Creates the policy `app`; the CSP allows no other. */
export function installTrustedTypesPolicy(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('app', {
    createScriptURL: (url) => {
      if (new URL(url, location.href).origin !== location.origin) throw new TypeError('A script of another origin.');
      return url;
    },
  });
}
