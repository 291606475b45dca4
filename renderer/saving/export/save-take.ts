// Saves one take as another kind of sound, without a dialog but the system's.

import type { SpeechItem } from '../../../shared/contract/library.ts';
import type { SavedFile } from '../../../shared/contract/provenance.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import { safeFileName } from '../../../shared/text/file-name.ts';
import { nameBy } from '../../../shared/text/name-template.ts';
import { FILE_EXTENSIONS } from '../../engines/audio/export/formats.ts';
import type { ExportKind } from '../../engines/audio/export/plan.ts';
import type { ExportSound } from '../../engines/audio/export/port.ts';
import type { Ipc } from '../../ipc.ts';
import { FIRST_CHOICES, linesOfTakes, planOf } from '../../items/export-lines.ts';
import type { SessionStore } from '../../shell/session-store.ts';
import { createExportSink } from './export-sink.ts';

/** Asks for a place and saves a take there. @returns the failure, if any; closing the system's dialog is none. */
export type SaveTake = (take: SpeechItem, kind: ExportKind) => Promise<AppError | null>;

type TakeSaverDeps = {
  ipc: Ipc;
  session: SessionStore;
  exportSound: ExportSound;
  notify: (files: readonly SavedFile[]) => void;
};

/** Returns what saves takes. */
export function createTakeSaver({ ipc, session, exportSound, notify }: TakeSaverDeps): SaveTake {
  return async (take, kind) => {
    const stem = nameBy(session.getState().settings.library.nameTemplate, take, 0, 1);
    const fileName = safeFileName(stem, FILE_EXTENSIONS[kind]);
    const begun = await ipc.request('exports.begin', { fileName, isFolder: false });
    if (!begun.ok) return begun.error;
    if (begun.data === null) return null;
    const plan = planOf({ title: take.title, lines: linesOfTakes([take]), maxSpeedUp: 1 }, 'sound', {
      ...FIRST_CHOICES,
      kind,
    });
    const sink = createExportSink(ipc, begun.data.id, notify);
    const made = await exportSound(plan, sink, () => undefined, new AbortController().signal);
    return made.ok ? null : ofOneTake(made.error);
  };
}

/** Of a single take, its line says nothing. */
export function ofOneTake(error: AppError): AppError {
  return error.code === 'export.line_unreadable' ? appError('sound.undecodable', error.details) : error;
}
