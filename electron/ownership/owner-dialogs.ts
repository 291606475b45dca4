// Dialogs about the app that has the library open.

import { app, dialog } from 'electron';
import { createTranslator } from '../../shared/i18n/all.ts';
import type { Locale } from '../../shared/i18n/index.ts';
import type { Log } from '../log.ts';
import type { Owner } from './owner.ts';

/** The library in question, and the language to speak of it. */
export type Topic = { folder: string; locale: Locale };

/** Why the library cannot be opened, in words; with an unknown owner it names only the library. */
export function inUseText(owner: Owner | undefined, { folder, locale }: Topic): string {
  const t = createTranslator(locale);
  return owner ? t('inUse.byOwner', namesOf(owner, { folder, locale })) : t('inUse.byUnknown', { folder });
}

/** Shows why this start ends, and ends it with exit code 1. */
export function refuseStart(owner: Owner | undefined, topic: Topic): void {
  const text = inUseText(owner, topic);
  process.stderr.write(`${text}\n`);
  dialog.showErrorBox(createTranslator(topic.locale)('inUse.title'), text);
  app.exit(1);
}

/** Ends a start that the person declined, with exit code 1. */
export function endDeclinedStart(owner: Owner, topic: Topic): void {
  process.stderr.write(`${inUseText(owner, topic)}\n`);
  app.exit(1);
}

/**
 * Asks whether to open a library whose owner shows no sign of life; closing the question means no, and so does
 * `signal`. Without a person to press a button, the answer is no.
 */
export async function askAboutOwner(owner: Owner, { folder, locale }: Topic, signal: AbortSignal): Promise<boolean> {
  const t = createTranslator(locale);
  const names = namesOf(owner, { folder, locale });
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: t('inUse.question', names),
    detail: t('inUse.questionDetail', names),
    buttons: [t('inUse.openAnyway'), t('inUse.quit')],
    defaultId: 1,
    cancelId: 1,
    signal,
  });
  return response === 0;
}

/** Says that another app has taken the library over. Never rejects. */
export async function reportLostLibrary(owner: Owner, { folder, locale }: Topic, log: Log): Promise<void> {
  const t = createTranslator(locale);
  const names = namesOf(owner, { folder, locale });
  try {
    await dialog.showMessageBox({
      type: 'error',
      message: t('inUse.lost', names),
      detail: t('inUse.lostDetail', names),
    });
  } catch (error) {
    log.error('library.lossNotShown', error);
  }
}

function namesOf({ host, version, startedAtMs, heartbeatAtMs }: Owner, { folder, locale }: Topic) {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return { host, version, folder, since: format.format(startedAtMs), seen: format.format(heartbeatAtMs) };
}
