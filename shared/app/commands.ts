// Every command of the app, for the menu, the keyboard and the palette. Titles are in shared/i18n under `command.<id>`.

import { MASK_TOOL_IDS, MASK_TOOLS, type MaskTool } from '../images/mask-tools.ts';

/** The screens, in display order. */
export const SCREENS = ['speech', 'images', 'library', 'settings'] as const;
export type Screen = (typeof SCREENS)[number];

/** Where a command works: on one screen, on the focused row of a list, or in the text of Speech. */
export type CommandPlace = Screen | 'row' | 'text';

/**
 * `Mod` is Ctrl, or ⌘ on macOS; `Ctrl` is Ctrl on every system. `when` limits where a key works; without it the key works
 * everywhere, except on a screen that uses the same key itself.
 */
export type Command = {
  keys?: readonly string[];
  menu: 'file' | 'edit' | 'view' | 'speech' | 'images' | 'help';
  when?: CommandPlace;
  /** The key also works while a text field has focus, unless it types a character. */
  inTextFields?: boolean;
  /** The command repeats while its key is held; other commands run once per press. */
  repeats?: boolean;
};

/**
 * What has the keyboard focus: an element that uses plain keys itself (a text field, list, menu or dialog), a row of a
 * list, the text of Speech, any other element of the page, or something outside the page, such as another window or a
 * system dialog.
 */
export const KEY_FOCUS = ['taken', 'row', 'text', 'free', 'away'] as const;

/** The circumstances in which a key is pressed. */
export type KeyPlace = { screen: Screen; focus: (typeof KEY_FOCUS)[number] };

type ToolCommands = { readonly [T in MaskTool as `mask.${T}`]: Command };

/** Each selects a mask tool. */
const TOOL_COMMANDS = Object.fromEntries(
  MASK_TOOL_IDS.map((tool): [string, Command] => [
    `mask.${tool}`,
    { keys: [MASK_TOOLS[tool].key], menu: 'images', when: 'images' },
  ]),
) as ToolCommands;

export const COMMANDS = {
  'view.speech': { keys: ['Mod+1', 'Mod+Shift+1'], menu: 'view', inTextFields: true },
  'view.images': { keys: ['Mod+2', 'Mod+Shift+2'], menu: 'view', inTextFields: true },
  'view.library': { keys: ['Mod+3', 'Mod+Shift+3'], menu: 'view', inTextFields: true },
  'view.settings': { keys: ['Mod+,', 'Mod+4', 'Mod+Shift+4'], menu: 'view', inTextFields: true },
  'view.nextTab': { keys: ['Ctrl+Tab'], menu: 'view', inTextFields: true, repeats: true },
  'view.previousTab': { keys: ['Ctrl+Shift+Tab'], menu: 'view', inTextFields: true, repeats: true },
  'view.palette': { keys: ['Mod+K'], menu: 'view', inTextFields: true },
  'view.rightPanel': { keys: ['Mod+\\'], menu: 'view', inTextFields: true },
  // Without keys: those belong to the picture.
  'view.interfaceLarger': { menu: 'view' },
  'view.interfaceSmaller': { menu: 'view' },
  'view.interfaceNormal': { menu: 'view' },
  'speech.generate': { keys: ['Mod+Enter'], menu: 'speech', when: 'speech', inTextFields: true },
  // Not Escape, which only closes what is open.
  'speech.cancel': { keys: ['Mod+.'], menu: 'speech', when: 'speech', inTextFields: true },
  'speech.leaveAudition': { keys: ['Escape'], menu: 'speech', when: 'speech' },
  'script.play': { keys: ['Mod+Shift+Enter'], menu: 'speech', when: 'speech', inTextFields: true },
  'speech.audition': { menu: 'speech', when: 'speech' },
  'take.compare': { menu: 'speech', when: 'speech' },
  'script.cast': { menu: 'speech', when: 'speech' },
  'script.pronunciation': { menu: 'speech', when: 'speech' },
  'script.nextUnfit': { keys: ['F8'], menu: 'speech', when: 'speech', inTextFields: true, repeats: true },
  'script.previousUnfit': { keys: ['Shift+F8'], menu: 'speech', when: 'speech', inTextFields: true, repeats: true },
  'script.fitAll': { menu: 'speech', when: 'speech' },
  'images.edit': { keys: ['Mod+Enter'], menu: 'images', when: 'images', inTextFields: true },
  // Needs `Mod`: Escape discards a stroke, and a cancelled edit may have been billed.
  'images.cancel': { keys: ['Mod+.'], menu: 'images', when: 'images', inTextFields: true },
  'images.backToMask': { keys: ['Escape'], menu: 'images', when: 'images' },
  // Until the key is released.
  'images.before': { keys: ['\\'], menu: 'images', when: 'images' },
  'images.compare': { keys: ['Y'], menu: 'images', when: 'images' },
  'images.crop': { keys: ['C'], menu: 'images', when: 'images' },
  'images.extend': { menu: 'images', when: 'images' },
  'images.paintBack': { menu: 'images', when: 'images' },
  'images.saveAs': { keys: ['Mod+S'], menu: 'file', when: 'images', inTextFields: true },
  ...TOOL_COMMANDS,
  'mask.fill': { keys: ['F'], menu: 'images', when: 'images' },
  'mask.invert': { keys: ['Mod+I', 'X'], menu: 'images', when: 'images' },
  'mask.clear': { keys: ['Mod+D'], menu: 'images', when: 'images' },
  'mask.selectAll': { keys: ['Mod+A'], menu: 'images', when: 'images' },
  'mask.last': { keys: ['Mod+Shift+D'], menu: 'images', when: 'images' },
  'mask.grow': { menu: 'images', when: 'images' },
  'mask.shrink': { menu: 'images', when: 'images' },
  'mask.feather': { menu: 'images', when: 'images' },
  'mask.smooth': { menu: 'images', when: 'images' },
  'mask.edge': { menu: 'images', when: 'images' },
  'mask.hair': { menu: 'images', when: 'images' },
  'mask.import': { menu: 'images', when: 'images' },
  'mask.export': { menu: 'images', when: 'images' },
  'mask.cutOut': { menu: 'images', when: 'images' },
  'mask.cutAway': { menu: 'images', when: 'images' },
  'mask.replaceBackground': { menu: 'images', when: 'images' },
  'mask.smaller': { keys: ['['], menu: 'images', when: 'images', repeats: true },
  'mask.larger': { keys: [']'], menu: 'images', when: 'images', repeats: true },
  'view.fit': { keys: ['Mod+0', '0'], menu: 'images', when: 'images', inTextFields: true },
  'view.actualSize': { keys: ['Mod+1', '1'], menu: 'images', when: 'images', inTextFields: true },
  'view.zoomIn': {
    keys: ['Mod+Plus', 'Mod+=', 'Plus', '='],
    menu: 'images',
    when: 'images',
    inTextFields: true,
    repeats: true,
  },
  'view.zoomOut': { keys: ['Mod+-', '-'], menu: 'images', when: 'images', inTextFields: true, repeats: true },
  'view.maskOnly': { keys: ['Q'], menu: 'images', when: 'images' },
  'view.overlay': { keys: ['O'], menu: 'images', when: 'images' },
  'row.open': { keys: ['Enter'], menu: 'edit', when: 'row' },
  'row.preview': { keys: ['Space'], menu: 'edit', when: 'row' },
  // Systems and input methods may use `Mod+Space` themselves.
  'row.select': { keys: ['Mod+Space', 'Shift+Space'], menu: 'edit', when: 'row' },
  'row.selectAll': { keys: ['Mod+A'], menu: 'edit', when: 'row' },
  'row.rename': { keys: ['F2'], menu: 'edit', when: 'row' },
  'row.delete': { keys: ['Delete', 'Backspace'], menu: 'edit', when: 'row' },
  'row.star': { keys: ['S'], menu: 'edit', when: 'row' },
  'row.rate0': { keys: ['0'], menu: 'edit', when: 'row' },
  'row.rate1': { keys: ['1'], menu: 'edit', when: 'row' },
  'row.rate2': { keys: ['2'], menu: 'edit', when: 'row' },
  'row.rate3': { keys: ['3'], menu: 'edit', when: 'row' },
  'row.rate4': { keys: ['4'], menu: 'edit', when: 'row' },
  'row.rate5': { keys: ['5'], menu: 'edit', when: 'row' },
  'row.menu': { keys: ['Shift+F10', 'ContextMenu'], menu: 'edit', when: 'row' },
  'script.sayAs': { menu: 'edit', when: 'text' },
  'text.direction': { keys: ['Mod+D'], menu: 'edit', when: 'text' },
  'text.find': { keys: ['Mod+F'], menu: 'edit', when: 'text' },
  'text.lineUp': { keys: ['Alt+ArrowUp'], menu: 'edit', when: 'text', repeats: true },
  'text.lineDown': { keys: ['Alt+ArrowDown'], menu: 'edit', when: 'text', repeats: true },
  'player.toggle': { keys: ['Space'], menu: 'speech' },
  'player.back': { keys: ['J'], menu: 'speech', repeats: true },
  'player.forward': { keys: ['L'], menu: 'speech', repeats: true },
  'player.previousLine': { keys: ['Shift+J'], menu: 'speech' },
  'player.nextLine': { keys: ['Shift+L'], menu: 'speech' },
  'player.loopLine': { menu: 'speech' },
  // Of the text field that has the focus while that has something to undo, else of the screen.
  'edit.undo': { keys: ['Mod+Z'], menu: 'edit', inTextFields: true, repeats: true },
  'edit.redo': { keys: ['Mod+Shift+Z', 'Mod+Y'], menu: 'edit', inTextFields: true, repeats: true },
  'script.import': { menu: 'file', when: 'speech' },
  'script.importFolder': { menu: 'file', when: 'speech' },
  'script.exportSound': { menu: 'file', when: 'speech' },
  'script.exportSubtitles': { menu: 'file', when: 'speech' },
  'work.recent': { menu: 'file' },
  'work.new': { menu: 'file' },
  'script.new': { menu: 'file' },
  'script.list': { menu: 'file' },
  'script.saveProject': { menu: 'file', when: 'speech' },
  'library.backUpFolder': { menu: 'file' },
  'library.backUpZip': { menu: 'file' },
  'library.importFolder': { menu: 'file' },
  'library.importZip': { menu: 'file' },
  'library.chooseFolder': { menu: 'file' },
  'library.showFolder': { menu: 'file' },
  'library.search': { keys: ['Mod+F'], menu: 'edit', inTextFields: true },
  'library.selectAll': { keys: ['Mod+A'], menu: 'edit', when: 'library' },
  'library.showAll': { menu: 'view', when: 'library' },
  'library.showStarred': { menu: 'view', when: 'library' },
  'library.newCollection': { menu: 'file', when: 'library' },
  'library.saveSeveral': { keys: ['Mod+Shift+S'], menu: 'file', when: 'library' },
  'library.contactSheet': { menu: 'file', when: 'library' },
  'take.saveAs': { keys: ['Mod+S'], menu: 'file', inTextFields: true },
  'help.guide': { menu: 'help' },
  'help.gettingStarted': { menu: 'help' },
  'help.shortcuts': { keys: ['F1', '?'], menu: 'help', inTextFields: true },
  'help.report': { menu: 'help' },
  'help.about': { menu: 'help' },
} as const satisfies Record<string, Command>;

export type CommandId = keyof typeof COMMANDS;
export const COMMAND_IDS = Object.keys(COMMANDS) as [CommandId, ...CommandId[]];

/** Returns a command with all optional fields in its type. */
export function commandFacts(id: CommandId): Command {
  return COMMANDS[id];
}

/** Returns the screen that has to be in front for a command, if any. */
export function screenOf(when: CommandPlace | undefined): Screen | undefined {
  if (when === 'row') return undefined;
  return when === 'text' ? 'speech' : when;
}

/** Whether a key types a character. */
function isTyped(key: string): boolean {
  return key.length === 1 || key === 'Plus' || key === 'Space';
}

/**
 * Returns the one command that a key press runs in the given circumstances: one of the focused row or text before one
 * of the screen, and that before one that works everywhere. @param isPressed whether a key, written as in `keys`, is the
 * pressed one. @param isOffered whether a command can run now: lists differ in what they offer.
 */
export function commandAt(
  isPressed: (key: string) => boolean,
  { screen, focus }: KeyPlace,
  isOffered: (id: CommandId) => boolean = () => true,
): CommandId | undefined {
  const find = (when: CommandPlace | undefined): CommandId | undefined =>
    COMMAND_IDS.find((id) => {
      const command = commandFacts(id);
      const works = (key: string): boolean =>
        focus === 'free' ||
        focus === 'row' ||
        ((focus === 'taken' || focus === 'text') &&
          (when === 'text' || command.inTextFields === true) &&
          !isTyped(key));
      return command.when === when && command.keys?.some((key) => works(key) && isPressed(key)) && isOffered(id);
    });
  return (focus === 'row' || focus === 'text' ? find(focus) : undefined) ?? find(screen) ?? find(undefined);
}

/** Returns the one command that a key, written as in `keys`, runs in the given circumstances; see `commandAt`. */
export function commandOfKey(
  key: string,
  place: KeyPlace,
  isOffered?: (id: CommandId) => boolean,
): CommandId | undefined {
  return commandAt((other) => other === key, place, isOffered);
}
