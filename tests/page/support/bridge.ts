// The bridge between the page of a page test and main's parts: values cross it as JSON, bytes in it as base64.

/** The key of the one member that stands for bytes. */
export const BYTES = '$bytes';

/**
 * Runs in the page before its own scripts: what the preload offers, and a watch over violations of the policy.
 * @param mark `BYTES`, which a function that is sent to the page cannot see
 */
export function offerStudio(mark: string): void {
  let tell: (envelope: unknown) => void = () => undefined;
  // Buffers and views have a form of their own in JSON, so the value itself is looked at.
  function encode(this: Record<string, unknown>, key: string, value: unknown): unknown {
    const own = this[key];
    return own instanceof Uint8Array ? { [mark]: own.toBase64() } : value;
  }
  const decode = (_key: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && mark in value
      ? Uint8Array.fromBase64(value[mark as keyof object])
      : value;
  Object.assign(window, {
    studio: {
      request: async (route: string, input: unknown) =>
        JSON.parse(await window.askMain(route, JSON.stringify(input, encode)), decode),
      onEvent: (listener: (envelope: unknown) => void) => {
        tell = listener;
      },
    },
    tellPage: (envelope: string) => tell(JSON.parse(envelope, decode)),
    violations: [],
  });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    window.violations.push(`${violatedDirective}: ${blockedURI}`);
  });
}

/** A value for the page. */
export function encodeForPage(value: unknown): string {
  return JSON.stringify(value, function encode(this: Record<string, unknown>, key: string, found: unknown) {
    const own = this[key];
    return own instanceof Uint8Array ? { [BYTES]: Buffer.from(own).toString('base64') } : found;
  });
}

/** A value of the page. */
export function decodeFromPage(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && BYTES in value
      ? new Uint8Array(Buffer.from(String(value[BYTES]), 'base64'))
      : value,
  );
}

declare global {
  interface Window {
    /** Asks main; input and answer are encoded. */
    askMain: (route: string, input: string) => Promise<string>;
    /** Gives the page an event of main, encoded. */
    tellPage?: (envelope: string) => void;
    violations: string[];
  }
}
