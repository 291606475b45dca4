// Owns the tests' remote control of the host; must not know the app.
//
// With RELAY_STUDIO_HOST_CONTROL=1 the host reads one JSON object per line from stdin and answers each with one line on
// stdout, `done {"type":…}` or `failed {"type":…,"error":…}`; `recorded` and `menus` answer `recorded [...]`, `menus [...]`.
//
//   {"type":"recorded"}                              calls a desktop would have acted on: [{call, args}]
//   {"type":"forgetRecorded"}                        forgets them
//   {"type":"menus"}                                 the application menu as data
//   {"type":"menu","id":"file.open"}                 clicks a menu item
//   {"type":"pressKey","key":"Cmd+Enter"}            presses a key, written as an accelerator, in the window; with
//                                                    "menuFirst":true on macOS, as while the page is not the first responder
//   {"type":"answer","dialog":"showSaveDialog","value":{"canceled":true,"filePath":""}}   prepares an answer
//   {"type":"closeWindow"}                           as the person closing the window
//   {"type":"leaveWindow"}                           as the person going to another program
//   {"type":"minimizeWindow"}                        as the person minimising the window
//   {"type":"crashRenderer"}                         crashes the page
//   {"type":"clickNotification"}                     clicks the notification shown last
//   {"type":"closeNotification"}                     sends it away
//   {"type":"rotateKeyring"}                         the test keyring gets a newer key
//   {"type":"unlockKeyring"}                         a locked test keyring answers from now on

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

async function obey(command: Command): Promise<void> {
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
    case 'crashRenderer':
      window?.webContents.cdp.tell('Page.crash');
      break;
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

/** Reads commands and obeys them one after the other, until there are no more. */
export async function obeyControl(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    let name: unknown = line;
    try {
      const command = JSON.parse(line) as Command;
      name = command.type;
      if (name === 'recorded') console.log(`recorded ${JSON.stringify(state.recorded)}`);
      else if (name === 'menus') console.log(`menus ${JSON.stringify(describeMenu(applicationMenu()))}`);
      else {
        await obey(command);
        console.log(`done ${JSON.stringify({ type: name })}`);
      }
    } catch (error) {
      console.log(`failed ${JSON.stringify({ type: name, error: String(error) })}`);
    }
  }
}
