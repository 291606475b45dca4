// The menu entries of a result: save, continue editing, recall its request, delete.

import { Columns2, Copy, ImagePlus, ImageUp, Minus, PictureInPicture2, Plus, RotateCcw } from 'lucide-react';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { type SaveServices, savePicture } from '../../items/item-actions.ts';
import { type ItemServices, itemEntries } from '../../items/item-menu.tsx';
import { canUse } from '../../items/picture-text.ts';
import { shownPicture } from '../../items/versions.ts';
import type { MenuEntry } from '../../ui/Menu.tsx';
import { type Announcer, announceStep } from '../../work/offer-undo.ts';
import type { ImagesStore } from '../images-store.ts';
import { comparedIds, isRawShown, MAX_COMPARED, paintedBackId, resultAtHand } from '../middle.ts';
import { firstName } from '../tray/source-chain.ts';
import { putBackOf, putBackShown } from './putting-back.ts';

/** A result with all that is made of it; painting over it ends, with what was painted last. */
async function complete(store: ImagesStore, item: EditItem): Promise<EditItem> {
  const { middle, finishPaintingBack, whenMade } = store.getState();
  if (paintedBackId(middle) === item.id) await finishPaintingBack();
  return whenMade(item);
}

/** Replaces picture 1 with a result, once that is complete, and offers to undo that. */
export async function takeAsSource(
  announcer: Announcer,
  store: ImagesStore,
  item: EditItem,
  t: Translate,
): Promise<void> {
  const { middle, missingFiles, replaceSource } = store.getState();
  const isRawWanted = isRawShown(middle, item.id);
  const made = isRawWanted ? Promise.resolve(item) : complete(store, item);
  const shown = made.then((one) => shownPicture(one, missingFiles, isRawWanted));
  const [edited] = item.request.pictures;
  const cutFrom = edited?.kind === 'media' ? edited.cutFrom : undefined;
  const step = await replaceSource(shown, item.title, cutFrom);
  if (step !== null) announceStep(announcer, 'images', t('images.usedAsSource'), step);
}

/** Opens the dialog that saves a result, once that is complete, in the version that is shown. */
export async function saveShown(services: SaveServices, store: ImagesStore, item: EditItem): Promise<AppError | null> {
  const { middle } = store.getState();
  const name = firstName(store.getState());
  if (isRawShown(middle, item.id)) return savePicture(services, item, name, 'received');
  return savePicture(services, await complete(store, item), name, 'protected');
}

/** Returns the entries of a result. */
export function resultEntries(services: ItemServices, store: ImagesStore, item: EditItem, t: Translate): MenuEntry[] {
  const { report, addStored, copy, recall, middle, missingFiles, results, compareTwo, toggleCompared } =
    store.getState();
  const shown = shownPicture(item, missingFiles, isRawShown(middle, item.id));
  const { files, copy: copyText, remove } = itemEntries(services, item, t, report, firstName(store.getState()));
  const isUsable = canUse(item, shown);
  const reuse: MenuEntry[] = [
    {
      id: 'source',
      label: t('images.useAsSource'),
      icon: <ImageUp size={16} aria-hidden />,
      onSelect: () => void takeAsSource(services, store, item, t),
    },
    ...(putBackOf(item, store.getState()) === null
      ? []
      : [
          {
            id: 'putBack',
            label: t('images.putBack'),
            icon: <PictureInPicture2 size={16} aria-hidden />,
            onSelect: () => void putBackShown(services, store, item, t),
          },
        ]),
    {
      id: 'reference',
      label: t('images.addAsReference'),
      icon: <ImagePlus size={16} aria-hidden />,
      onSelect: () => void addStored(shown.mediaId, item.title),
    },
    {
      id: 'copyPicture',
      label: t('images.copyPicture'),
      icon: <Copy size={16} aria-hidden />,
      onSelect: () => void copy(shown),
    },
  ];
  const other = resultAtHand(store.getState());
  const compared = comparedIds(middle);
  const isCompared = compared.includes(item.id);
  const compareWith: MenuEntry[] =
    other === undefined || other.id === item.id
      ? []
      : [
          {
            id: 'compareWith',
            label: t('images.compareWith', { number: results.indexOf(other) + 1 }),
            icon: <Columns2 size={16} aria-hidden />,
            onSelect: () => compareTwo(item.id, other.id),
          },
        ];
  const oneOfSeveral: MenuEntry[] =
    compared.length === 0
      ? []
      : [
          {
            id: 'toggleCompared',
            label: t(isCompared ? 'images.leaveComparison' : 'images.addToComparison'),
            icon: isCompared ? <Minus size={16} aria-hidden /> : <Plus size={16} aria-hidden />,
            isDisabled: !isCompared && compared.length >= MAX_COMPARED,
            onSelect: () => void toggleCompared(item.id),
          },
        ];
  const again: MenuEntry = {
    id: 'recall',
    label: t('images.recall'),
    icon: <RotateCcw size={16} aria-hidden />,
    onSelect: () => void recall(item.request),
  };
  return [
    ...files,
    ...(isUsable ? ['separator' as const, ...reuse] : []),
    'separator',
    ...(isCompared ? [] : compareWith),
    ...oneOfSeveral,
    again,
    copyText,
    'separator',
    remove,
  ];
}
