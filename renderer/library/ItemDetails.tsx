// The details of one item: its text, facts, and what can be done with it.

import { Download, Ellipsis, Pause, Play, Trash2, X } from 'lucide-react';
import { useStore } from 'zustand';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { audioExtension } from '../../shared/speech/formats.ts';
import { ErrorAlert } from '../app/ErrorAlert.tsx';
import { formatCount, formatDateTime, formatDuration, formatFileSize } from '../app/format-text.ts';
import { copyText, saveChoices, saveCopy, trashItem } from '../app/item-actions.ts';
import { RightPanel } from '../app/RightPanel.tsx';
import { usePlayer, useServices, useWords } from '../app/services.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import styles from './ItemDetails.module.css';
import { itemVoiceName } from './ItemGrid.tsx';
import type { LibraryStore } from './library-store.ts';

type ItemDetailsProps = { store: LibraryStore; item: LibraryItem; onClose: () => void };

/** The right panel of the library. */
export function ItemDetails({ store, item, onClose }: ItemDetailsProps) {
  const services = useServices();
  const { t, locale } = useWords();
  const isPlaying = usePlayer((player) => player.isPlaying && player.item?.id === item.id);
  const problem = useStore(store, (library) => library.problem);
  const { report } = store.getState();
  const { audio, request } = item;
  const choices = saveChoices(item);
  const save = (as: 'wav' | 'received'): void => void saveCopy(services, item, as).then(report);
  const facts: readonly [label: string, value: string][] = [
    [t('library.fact.voice'), itemVoiceName(item, t('speech.voiceDefault'))],
    [t('library.fact.speed'), request.speed.toFixed(2)],
    [
      t('library.fact.duration'),
      audio.durationMs === null ? t('library.unknown') : formatDuration(audio.durationMs / 1000),
    ],
    [
      t('library.fact.format'),
      audio.format === audio.askedFormat
        ? audio.format
        : t('takes.formatDiffers', { asked: audio.askedFormat, got: audio.format }),
    ],
    [
      t('library.fact.rate'),
      audio.sampleRateHz === null ? t('library.unknown') : `${formatCount(audio.sampleRateHz, locale)} Hz`,
    ],
    [t('library.fact.size'), formatFileSize(item.sizeBytes, t, locale)],
    [t('library.fact.created'), formatDateTime(item.createdAtMs, locale)],
    [t('library.fact.connection'), item.connectionName],
  ];
  return (
    <RightPanel
      label={t('library.itemDetails')}
      footer={
        <>
          {problem !== null && <ErrorAlert error={problem} onDismiss={() => report(null)} />}
          <Button look="primary" onClick={() => services.showInSpeech(request)}>
            {t('library.useInSpeech')}
          </Button>
          <p className={styles.hint}>{t('library.useInSpeechHint')}</p>
        </>
      }
    >
      <div className={styles.head}>
        <IconButton
          label={t(isPlaying ? 'library.pauseItem' : 'library.playItem')}
          icon={isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
          onClick={() => services.player.getState().toggleItem(item)}
        />
        <Button onClick={() => save(choices[0] ?? 'received')}>{t('common.saveAs')}</Button>
        <Menu
          trigger={<IconButton label={t('common.more')} icon={<Ellipsis size={16} aria-hidden />} />}
          entries={[
            ...choices.map((as) => ({
              id: as,
              label:
                as === 'wav'
                  ? t('takes.saveWav')
                  : t('takes.saveReceived', { extension: audioExtension(audio.format) }),
              icon: <Download size={16} aria-hidden />,
              onSelect: () => save(as),
            })),
            { id: 'copy', label: t('takes.copyText'), onSelect: () => void copyText(item) },
            'separator',
            {
              id: 'delete',
              label: t('common.delete'),
              icon: <Trash2 size={16} aria-hidden />,
              isDanger: true,
              onSelect: () => void trashItem(services, item).then(report),
            },
          ]}
        />
        <IconButton
          label={t('common.close')}
          icon={<X size={16} aria-hidden />}
          className={styles.close}
          onClick={onClose}
        />
      </div>
      {!item.isComplete && <p className={styles.cut}>{t('takes.cut')}</p>}
      <p className={styles.text}>{request.text}</p>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </RightPanel>
  );
}
