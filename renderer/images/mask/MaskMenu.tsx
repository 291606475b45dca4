// The menu of actions on the whole mask: refine its edge, select all, import, export. The same commands have keys and
// menu items.

import {
  Cat,
  ChevronDown,
  Feather,
  FileInput,
  FileOutput,
  History,
  Image as ImageIcon,
  Magnet,
  Maximize2,
  Minimize2,
  Scissors,
  ScissorsLineDashed,
  Spline,
  SquareDashed,
} from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { useStore } from 'zustand';
import { appError, type ErrorDetails } from '../../../shared/errors.ts';
import { IMPORT_LIMITS } from '../../../shared/images/limits.ts';
import { importProblem, problemFacts, readPictureHeader } from '../../../shared/images/picture-header.ts';
import { REFINE_RADIUS_PX } from '../../engines/mask/painting/operation.ts';
import { notifySaved } from '../../items/saved-files.ts';
import { useCommand, useCommons, useTranslation } from '../../services.ts';
import { useAriaKeys } from '../../shell/use-aria-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { announceStep } from '../../work/offer-undo.ts';
import type { ImagesStore } from '../images-store.ts';
import { focusInstruction } from '../request/InstructionField.tsx';
import { REFINEMENTS, type Refinement } from './mask-preview.ts';
import type { MaskStage } from './mask-stage.ts';
import styles from './ToolBar.module.css';

const REFINEMENT_ICONS: Readonly<Record<Refinement, ReactElement>> = {
  grow: <Maximize2 size={16} aria-hidden />,
  shrink: <Minimize2 size={16} aria-hidden />,
  feather: <Feather size={16} aria-hidden />,
  smooth: <Spline size={16} aria-hidden />,
  edge: <Magnet size={16} aria-hidden />,
  hair: <Cat size={16} aria-hidden />,
};

type MaskMenuProps = { store: ImagesStore; stage: MaskStage };

/** The mask menu. */
export function MaskMenu({ store, stage }: MaskMenuProps) {
  const { t } = useTranslation();
  const keys = useAriaKeys();
  const commons = useCommons();
  const { ipc } = commons;
  const hasPicture = useStore(store, (images) => images.pictures.length > 0);
  const isEmpty = useStore(store, (images) => images.mask.isEmpty);
  const lastMask = useStore(store, ({ results }) => results.findLast(({ request }) => request.mask)?.request.mask);
  const picker = useRef<HTMLInputElement>(null);
  const { report } = store.getState();

  const refine = (how: Refinement): void => {
    if (!store.getState().mask.isEmpty) stage.previewer.refine(how, REFINE_RADIUS_PX.default);
  };
  const selectAll = (): void => {
    if (hasPicture) stage.apply({ type: 'selectAll' });
  };
  const pick = (): void => {
    if (hasPicture) picker.current?.click();
  };
  const importFile = async (file: File): Promise<void> => {
    const problem = await problemOf(file);
    if (problem === undefined && (await stage.previewer.importFile(file))) return;
    report(appError('picture.unusable', { ...(problem ?? { problem: 'undecodable' }), name: file.name }));
  };
  const repeatLast = async (): Promise<void> => {
    if (!hasPicture || !lastMask) return;
    const reply = await fetch(`/media/${lastMask.coverageMediaId}`).catch(() => null);
    const file = reply?.ok ? new File([await reply.blob()], t('images.lastMask')) : null;
    if (file !== null && (await stage.previewer.importFile(file))) await stage.previewer.accept();
    else report(appError('item.not_found'));
  };
  const exportMask = async (): Promise<void> => {
    const [picture] = store.getState().pictures;
    const bytes = await stage.exportPng();
    if (bytes === null || picture === undefined) return;
    const saved = await ipc.request('images.exportMask', { bytes, pictureName: picture.name });
    if (saved.ok) notifySaved(commons, [saved.data.file]);
    else report(saved.error);
  };
  const cutOut = async (kept: 'masked' | 'rest'): Promise<void> => {
    if (store.getState().mask.isEmpty) return needsMask();
    const step = await store.getState().cutOut(kept);
    const done = t(kept === 'masked' ? 'images.cutOutDone' : 'images.cutAwayDone');
    if (step !== null) announceStep(commons, 'images', done, step);
  };
  const replaceBackground = (): void => {
    if (store.getState().mask.isEmpty) {
      needsMask();
      return;
    }
    stage.apply({ type: 'invert' });
    // The menu gives the focus back first.
    requestAnimationFrame(focusInstruction);
    commons.toasts.add({ title: t('images.replaceBackgroundHint') });
  };
  const needsMask = (): void => {
    if (hasPicture) commons.toasts.add({ title: t('images.needsMask') });
  };
  useCommand('mask.cutOut', () => void cutOut('masked'));
  useCommand('mask.cutAway', () => void cutOut('rest'));
  useCommand('mask.replaceBackground', replaceBackground);
  useCommand('mask.grow', () => refine('grow'));
  useCommand('mask.shrink', () => refine('shrink'));
  useCommand('mask.feather', () => refine('feather'));
  useCommand('mask.smooth', () => refine('smooth'));
  useCommand('mask.edge', () => refine('edge'));
  useCommand('mask.hair', () => refine('hair'));
  useCommand('mask.selectAll', selectAll);
  useCommand('mask.last', () => void repeatLast());
  useCommand('mask.import', pick);
  useCommand('mask.export', () => void exportMask());

  return (
    <>
      <Menu
        trigger={
          <Button variant="plain" disabled={!hasPicture} className={styles.menu}>
            {t('images.maskMenu')}
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
        entries={[
          ...REFINEMENTS.map((how) => ({
            id: how,
            label: t(`images.${how}`),
            icon: REFINEMENT_ICONS[how],
            isDisabled: isEmpty,
            onSelect: () => refine(how),
          })),
          'separator',
          {
            id: 'all',
            label: t('images.selectAll'),
            icon: <SquareDashed size={16} aria-hidden />,
            keys: keys('mask.selectAll'),
            onSelect: selectAll,
          },
          {
            id: 'last',
            label: t('images.lastMask'),
            icon: <History size={16} aria-hidden />,
            keys: keys('mask.last'),
            isDisabled: !lastMask,
            onSelect: () => void repeatLast(),
          },
          'separator',
          {
            id: 'cutOut',
            label: t('images.cutOut'),
            icon: <Scissors size={16} aria-hidden />,
            onSelect: () => void cutOut('masked'),
          },
          {
            id: 'cutAway',
            label: t('images.cutAway'),
            icon: <ScissorsLineDashed size={16} aria-hidden />,
            isDisabled: isEmpty,
            onSelect: () => void cutOut('rest'),
          },
          {
            id: 'replaceBackground',
            label: t('images.replaceBackground'),
            icon: <ImageIcon size={16} aria-hidden />,
            onSelect: replaceBackground,
          },
          'separator',
          {
            id: 'import',
            label: t('images.importMask'),
            icon: <FileInput size={16} aria-hidden />,
            keys: keys('mask.import'),
            onSelect: pick,
          },
          {
            id: 'export',
            label: t('images.exportMask'),
            icon: <FileOutput size={16} aria-hidden />,
            keys: keys('mask.export'),
            isDisabled: isEmpty,
            onSelect: () => void exportMask(),
          },
        ]}
      />
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('images.maskFile')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) void importFile(file);
          // Cleared, so that choosing the same file again is a change.
          target.value = '';
        }}
      />
    </>
  );
}

/** Returns why the app cannot open a file as a picture, checked before it is decoded; undefined if it can. */
async function problemOf(file: File): Promise<ErrorDetails | undefined> {
  if (file.size > IMPORT_LIMITS.maxBytes) return { problem: 'tooManyBytes', sizeBytes: file.size };
  const buffer = await file.arrayBuffer().catch(() => null);
  if (buffer === null) return { problem: 'unreadable' };
  const bytes = new Uint8Array(buffer);
  const problem = importProblem(readPictureHeader(bytes), bytes.length, bytes);
  return problem && { problem, ...problemFacts(problem, bytes.length, bytes) };
}
