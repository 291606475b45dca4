// Lets tests control the host. Independent of the app.
//
// With RELAY_STUDIO_HOST_CONTROL=1 the host reads one JSON object per line from stdin and answers each with one line on
// stdout, `done {"type":…}` or `failed {"type":…,"error":…}`; `recorded` and `menus` answer `recorded [...]`, `menus [...]`.
//
//   {"type":"recorded"}                              returns the recorded calls to the desktop: [{call, args}]
//   {"type":"forgetRecorded"}                        deletes them
//   {"type":"menus"}                                 returns the application menu as data
//   {"type":"menu","id":"file.open"}                 clicks a menu item
//   {"type":"pressKey","key":"Cmd+Enter"}            presses a key (an accelerator) in the window; with
//                                                    "menuFirst":true as when the page is not the first responder
//   {"type":"answer","dialog":"showSaveDialog","value":{"canceled":true,"filePath":""}}   prepares a result
//   {"type":"closeWindow"}                           the person closes the window
//   {"type":"leaveWindow"}                           the person switches to another program
//   {"type":"minimizeWindow"}                        the person minimises the window
//   {"type":"endSession"}                            the person shuts Windows down
//   {"type":"crashRenderer"}                         crashes the page; done when the app knows
//   {"type":"clickNotification"}                     clicks the last notification
//   {"type":"closeNotification"}                     closes the last notification
//   {"type":"rotateKeyring"}                         adds a newer key to the test keyring
//   {"type":"unlockKeyring"}                         unlocks a locked test keyring

import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { answerLastNotification } from './desktop-modules.ts';
import { rotateKeyring, unlockKeyring } from './keyring.ts';
import { applicationMenu, describeMenu, findItem } from './menu.ts';
import { pressKey } from './press-key.ts';
import { state } from './state.ts';
import { BrowserWindow } from './window.ts';

type Command = { readonly type: string } & Readonly<Record<string, unknown>>;

function clickMenu(id: string): void {
  const menu = applicationMenu();
  const item = menu && findItem(menu, id);
  if (!item) throw new Error(`no menu item '${id}'`);
  item.click();
}

async function runCommand(command: Command): Promise<void> {
  const [window] = BrowserWindow.getAllWindows();
  switch (command.type) {
    case 'menu':
      clickMenu(String(command.id));
      break;
    case 'forgetRecorded':
      state.recorded.length = 0;
      break;
    case 'pressKey':
      await pressKey(String(command.key), command.menuFirst === true);
      break;
    case 'answer': {
      const method = String(command.dialog);
      state.answers.set(method, [...(state.answers.get(method) ?? []), command.value]);
      break;
    }
    case 'closeWindow':
      window?.askToClose();
      break;
    case 'leaveWindow':
      window?.loseFocus();
      break;
    case 'minimizeWindow':
      window?.minimizeByHand();
      break;
    case 'endSession':
      window?.endSession();
      break;
    case 'crashRenderer': {
      if (window === undefined) throw new Error('no window');
      const { webContents } = window;
      // A driver that connects before, waits for a page that answers no more.
      const gone = once(webContents, 'render-process-gone');
      webContents.cdp.sendUnchecked('Page.crash');
      await gone;
      break;
    }
    case 'clickNotification':
      answerLastNotification('click');
      break;
    case 'closeNotification':
      answerLastNotification('close');
      break;
    case 'rotateKeyring':
      rotateKeyring();
      break;
    case 'unlockKeyring':
      unlockKeyring();
      break;
    default:
      throw new Error('unknown command');
  }
}

/** Reads commands from stdin and runs them one after the other, until stdin ends. */
export async function runCommands(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    let name: unknown = line;
    try {
      const command = JSON.parse(line) as Command;
      name = command.type;
      if (name === 'recorded') console.log(`recorded ${JSON.stringify(state.recorded)}`);
      else if (name === 'menus') console.log(`menus ${JSON.stringify(describeMenu(applicationMenu()))}`);
      else {
        await runCommand(command);
        console.log(`done ${JSON.stringify({ type: name })}`);
      }
    } catch (error) {
      console.log(`failed ${JSON.stringify({ type: name, error: String(error) })}`);
    }
  }
}
