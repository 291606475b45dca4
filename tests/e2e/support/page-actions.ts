// What specs do with the page, whatever is behind it: the app, or only main's parts (tests/page).

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { DEFAULT_DIALECT, DEFAULT_MODELS } from '../../../shared/connection/connections.ts';
import type { RouteInput, RouteName, RouteOutput } from '../../../shared/contract/index.ts';
import type { ScriptedRelay } from '../../fakes/scripted-relay.ts';
import { textField } from './text.ts';
import { watchViolations } from './violations.ts';

/** Key used against the scripted relay; it must turn up nowhere but in requests. Most encodings write some of its characters differently. */
export const CANARY_KEY = 'canary-Key/+0123456789abcdef';

/** Calls a route as the page does. @throws if it answers with an error */
export async function ask<R extends RouteName>(page: Page, route: R, input: RouteInput<R>): Promise<RouteOutput<R>> {
  const reply = await page.evaluate(
    async (call) => (window as unknown as { studio: StudioRequest }).studio.request(call.route, call.input),
    { route, input } as { route: string; input: unknown },
  );
  const { ok, data } = reply as { ok: boolean; data: RouteOutput<R> };
  if (!ok) throw new Error(`${route}: ${JSON.stringify(reply)}`);
  return data;
}

type StudioRequest = { request: (route: string, input: unknown) => Promise<unknown> };

/** Connects the app to the scripted relay, as *Save connection* does, and waits until the page shows it. */
export async function connectTo(page: Page, relay: ScriptedRelay): Promise<void> {
  await ask(page, 'connections.save', {
    id: null,
    name: '',
    baseUrl: relay.baseUrl,
    key: CANARY_KEY,
    allowsPrivateHttp: false,
    models: DEFAULT_MODELS,
    dialect: DEFAULT_DIALECT,
  });
  // The hint is shown only while there is no other relay than the practice relay.
  await expect(page.getByRole('button', { name: /^(Add your relay|添加你的中转站)$/ })).toHaveCount(0);
}

/** The same by hand in Settings, whose form then shows the connection; goes back to Speech. */
export async function connectInSettings(page: Page, relay: ScriptedRelay): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Base URL' }).fill(relay.baseUrl);
  await page.getByRole('textbox', { name: 'API key' }).fill(CANARY_KEY);
  await page.getByRole('button', { name: 'Save connection' }).click();
  await expect(page.getByRole('status', { name: 'Connection status' })).toContainText('Saved');
  await page.getByRole('tab', { name: 'Speech' }).click();
}

/** What axe finds wrong in the page, or in the part that `selector` names, as `rule: element`. */
export async function accessibilityViolations(page: Page, selector?: string): Promise<string[]> {
  // There are no frames here. To look into frames, axe opens a page of its own each time, which Electron cannot and which costs a second.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (selector ? builder.include(selector) : builder).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Loads the page again, which then shows what was put into the app's folders, on Speech. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await watchViolations(page);
  await returnToSpeech(page);
}

/** Opens Speech in a window that opened on the screen where it was left. */
export async function returnToSpeech(page: Page): Promise<void> {
  const speech = page.getByRole('tab').first();
  await speech.waitFor();
  // Also while a message covers it.
  await speech.dispatchEvent('click');
}

/** Types a text and presses Generate. */
export async function generate(page: Page, text: string): Promise<void> {
  await textField(page).fill(text);
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
}

/** Every file under a folder, by path relative to it; what the app renames or deletes meanwhile is not among them. */
export async function filesUnder(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const read = async (file: string) => {
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    return bytes ? [[path.relative(folder, file), bytes] as const] : [];
  };
  return new Map((await Promise.all(files.map(read))).flat());
}
