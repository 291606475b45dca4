// What is printed of an item on a contact sheet, and what is said of one that is not. Pure functions.

import type { EditItem, LibraryItem } from '../../../shared/contract/library.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { optionsInGroup } from '../../../shared/images/field-rules.ts';
import { formatDateTime } from '../../../shared/text/format-text.ts';
import { titleOf } from '../../../shared/text/title.ts';
import { formatOptionValue } from '../../items/option-value.ts';
import { formatPixelSize } from '../../items/picture-text.ts';
import { connectionName } from '../../jobs/connection-text.ts';
import type { Entry } from '../batch/entries.ts';
import type { SheetDesign } from './sheet-layout.ts';
import type { SheetCell, SheetProblem } from './sheet-protocol.ts';

/** The cell of an item, or of one that is not there any more. */
export function cellOf(entry: Entry, item: LibraryItem | undefined, { parts }: SheetDesign, t: Translate): SheetCell {
  const date = formatDateTime(entry.createdAtMs, t.locale);
  if (item?.kind !== 'edit')
    return { picture: { problem: 'gone' }, texts: { title: entry.title, instruction: '', settings: '', date } };
  const { prompt } = item.request;
  // The title that an item begins with is the beginning of its instruction.
  const isTitleSaid = parts.includes('instruction') && item.title === titleOf(prompt);
  return {
    picture: { mediaId: (item.protected?.picture ?? item.raw).mediaId },
    texts: { title: isTitleSaid ? '' : item.title, instruction: prompt, settings: settingsText(item, t), date },
  };
}

/** Model, size, connection, and what a person chose about the picture. */
function settingsText(item: EditItem, t: Translate): string {
  const { request, model, connectionName: name } = item;
  const { options } = request;
  const chosen = optionsInGroup('making')
    .filter((option) => options[option] !== null)
    .map((option) => t(`images.summary.${option}`, { value: formatOptionValue(option, String(options[option]), t) }));
  return [
    model,
    formatPixelSize(item.protected?.picture ?? item.raw, t),
    connectionName({ id: request.connectionId, name }, t),
    ...chosen,
  ]
    .filter(Boolean)
    .join(t.separators.fact);
}

/** Why a picture is not on the sheet, as a failure. */
export function problemError(problem: SheetProblem): AppError {
  if (problem === 'gone') return appError('item.not_found');
  return problem === 'missing' ? appError('media.missing') : appError('picture.unusable', { problem });
}
