// Parses accelerators: text such as `Ctrl+Shift+Z` to a key and its modifiers. Independent of menus and pages.

/** A key with its modifiers. */
export interface Stroke {
  /** As in the DOM, letters in lower case: `Enter`, ` `, `z`, `[`. */
  readonly key: string;
  readonly isAlt: boolean;
  readonly isControl: boolean;
  readonly isCommand: boolean;
  readonly isShift: boolean;
}

type Modifier = 'alt' | 'control' | 'command' | 'shift';

const MODIFIERS: Readonly<Record<string, Modifier | 'either'>> = {
  alt: 'alt',
  option: 'alt',
  control: 'control',
  ctrl: 'control',
  command: 'command',
  cmd: 'command',
  commandorcontrol: 'either',
  cmdorctrl: 'either',
  shift: 'shift',
};
const NAMED_KEYS: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Escape',
  space: ' ',
  plus: '+',
  tab: 'Tab',
};

/**
 * Parses an accelerator for a platform: `CommandOrControl` is Command on macOS, otherwise Control. @throws for an
 * unknown key.
 */
export function parseAccelerator(text: string, platform: NodeJS.Platform): Stroke {
  const parts = text.toLowerCase().split('+');
  const name = parts.pop() ?? '';
  const modifiers = parts.map((part): Modifier => {
    const modifier = MODIFIERS[part];
    if (modifier === undefined) throw new Error(`'${text}': the Chromium host knows no modifier '${part}'`);
    return modifier === 'either' ? (platform === 'darwin' ? 'command' : 'control') : modifier;
  });
  const key = NAMED_KEYS[name] ?? (/^f\d+$/.test(name) ? name.toUpperCase() : name);
  if (key === '' || (key === name && key.length > 1)) throw new Error(`'${text}': the Chromium host knows no such key`);
  return {
    key,
    isAlt: modifiers.includes('alt'),
    isControl: modifiers.includes('control'),
    isCommand: modifiers.includes('command'),
    isShift: modifiers.includes('shift'),
  };
}

/** Whether two strokes are equal. */
export function isSameStroke(one: Stroke, other: Stroke): boolean {
  return (
    one.key === other.key &&
    one.isAlt === other.isAlt &&
    one.isControl === other.isControl &&
    one.isCommand === other.isCommand &&
    one.isShift === other.isShift
  );
}
