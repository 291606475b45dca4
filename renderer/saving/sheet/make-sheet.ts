// Makes the files of a contact sheet: reads the items of one page at a time, has it drawn, and writes each file when it is
// complete, so that memory does not grow with their number.

import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { safeFileName } from '../../../shared/text/file-name.ts';
import { formatCount } from '../../../shared/text/format-text.ts';
import type { SoundSink } from '../../engines/audio/export/port.ts';
import type { Ipc } from '../../ipc.ts';
import type { Entry } from '../batch/entries.ts';
import type { Failure } from '../batch/run-batch.ts';
import { writeWhole } from '../export/export-sink.ts';
import { cellOf, problemError } from './sheet-content.ts';
import type { SheetDrawer } from './sheet-drawer.ts';
import { filesOfPages, layOutSheet, pagesOf, type SheetDesign } from './sheet-layout.ts';
import { SHEET_PROBLEMS, type SheetPage, type SheetProblem } from './sheet-protocol.ts';

/** What a sheet is made of. `entries`: its pictures in their order. */
export type SheetPlan = {
  title: string;
  design: SheetDesign;
  kind: SheetPage['kind'];
  entries: readonly Entry[];
};

type MakeDeps = {
  ipc: Pick<Ipc, 'request'>;
  drawer: Pick<SheetDrawer, 'draw'>;
  sink: SoundSink;
  t: Translate;
  signal: AbortSignal;
  onProgress: (donePages: number) => void;
};

/** The names of the files, of which there are several if one would have too many pages. */
export function sheetFiles({
  title,
  design,
  kind,
  entries,
}: SheetPlan): { name: string; first: number; last: number }[] {
  const pageCount = pagesOf(entries.length, layOutSheet(design));
  const files = filesOfPages(pageCount, kind);
  const number = (page: number): string => String(page).padStart(String(pageCount).length, '0');
  return files.map(({ first, last }) => {
    const pages = first === last ? number(first) : `${number(first)}-${number(last)}`;
    return { name: safeFileName(files.length === 1 ? title : `${title} ${pages}`, kind), first, last };
  });
}

/**
 * Makes the files and passes them to the sink. @returns the pictures that are not on the sheet; null if it was cancelled.
 * Whatever ends it early, the sink was told to abort, and nothing is saved. Never rejects.
 */
export async function makeSheet(plan: SheetPlan, deps: MakeDeps): Promise<Result<readonly Failure[] | null, AppError>> {
  const made = await drawFiles(plan, deps);
  if (made.ok && made.data !== null && !deps.signal.aborted) {
    const finished = await deps.sink.finish();
    return finished.ok ? made : finished;
  }
  const aborted = await deps.sink.abort();
  if (!made.ok) return made;
  return aborted.ok ? ok(null) : aborted;
}

async function drawFiles(plan: SheetPlan, deps: MakeDeps): Promise<Result<readonly Failure[] | null, AppError>> {
  const { sink, drawer, signal, onProgress, t, ipc } = deps;
  const { design, entries, kind, title } = plan;
  const perPage = layOutSheet(design).cells.length;
  const pageCount = Math.ceil(entries.length / perPage);
  const entriesOf = (page: number): readonly Entry[] => entries.slice((page - 1) * perPage, page * perPage);
  const problemTexts = Object.fromEntries(
    SHEET_PROBLEMS.map((problem) => [problem, t(`sheet.problem.${problem}`)]),
  ) as Record<SheetProblem, string>;
  const failures: Failure[] = [];
  for (const file of sheetFiles(plan)) {
    for (let page = file.first; page <= file.last; page++) {
      const shown = entriesOf(page);
      const found = await ipc.request('library.getItems', { ids: shown.map(({ id }) => id) });
      if (!found.ok) return found;
      const items = new Map<string, LibraryItem>(found.data.items.map((item) => [item.id, item]));
      const numbers = { page: formatCount(page, t.locale), count: formatCount(pageCount, t.locale) };
      const drawn = await drawer.draw(
        {
          design,
          kind,
          locale: t.locale,
          title,
          foot: t('sheet.pageOf', numbers),
          cells: shown.map((entry) => cellOf(entry, items.get(entry.id), design, t)),
          problemTexts,
          endsFile: page === file.last,
        },
        signal,
      );
      if (!drawn.ok || drawn.data === null) return drawn.ok ? ok(null) : drawn;
      const { file: bytes, failures: ofPages } = drawn.data;
      if (bytes !== null) {
        for (const [index, ofPage] of ofPages.entries()) {
          const there = entriesOf(file.first + index);
          for (const { cell, problem } of ofPage) {
            const entry = there[cell];
            if (entry !== undefined) failures.push({ entry, error: problemError(problem) });
          }
        }
        const written = await writeWhole(sink, file.name, bytes);
        if (!written.ok) return written;
        if (signal.aborted) return ok(null);
      }
      onProgress(page);
    }
  }
  return ok(failures);
}
