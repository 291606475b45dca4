// The details of a take: its text and the facts of its audio.

import { Pause, Play } from 'lucide-react';
import type { SpeechItem } from '../../shared/contract/library.ts';
import { COMMON_PCM_RATES_HZ, isRaw, KIND_FACTS } from '../../shared/speech/formats.ts';
import { formatCount, formatDateTime, formatDuration, formatFileSize } from '../../shared/text/format-text.ts';
import { rereadTake } from '../items/item-actions.ts';
import { cutText, voiceNameOf } from '../items/item-text.ts';
import { formatText, kindText } from '../items/kind-text.ts';
import { connectionName } from '../jobs/connection-text.ts';
import { useCommons, useOpening, usePlayer, useTranslation } from '../services.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Select } from '../ui/Select.tsx';
import { DetailsPanel } from './DetailsPanel.tsx';
import styles from './ItemDetails.module.css';
import type { LibraryStore } from './library-store.ts';
import { ScriptLine, useScriptLine } from './ScriptLine.tsx';

type TakeDetailsProps = { store: LibraryStore; item: SpeechItem; onClose: () => void };

/** The right panel while a take is open. */
export function TakeDetails({ store, item, onClose }: TakeDetailsProps) {
  const commons = useCommons();
  const { showInSpeech } = useOpening();
  const { t, locale } = useTranslation();
  const isPlaying = usePlayer((player) => player.isPlaying && player.item?.id === item.id);
  const { audio, request } = item;
  const line = useScriptLine(item.line);
  return (
    <DetailsPanel
      store={store}
      item={item}
      onClose={onClose}
      leading={
        <IconButton
          label={t(isPlaying ? 'library.pauseItem' : 'library.playItem')}
          icon={isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
          onClick={() => commons.player.getState().toggleItem(item)}
        />
      }
      facts={[
        ...(line === null ? [] : [[t('library.fact.script'), <ScriptLine key={item.id} {...line} />] as const]),
        [t('library.fact.voice'), voiceNameOf(item, t('speech.voiceDefault'))],
        [t('library.fact.speed'), request.speed.toFixed(2)],
        [
          t('library.fact.duration'),
          audio.durationMs === null ? t('library.unknown') : formatDuration(audio.durationMs / 1000),
        ],
        [t('library.fact.asked'), formatText(audio.askedFormat, t)],
        [t('library.fact.received'), kindText(audio.format)],
        ...(item.parts === null || !item.isComplete
          ? []
          : [[t('library.fact.parts'), t('takes.joined', { count: item.parts.count })] as const]),
        [
          t('library.fact.rate'),
          audio.sampleRateHz === null ? t('library.unknown') : `${formatCount(audio.sampleRateHz, locale)} Hz`,
        ],
        [t('library.fact.size'), formatFileSize(item.sizeBytes, t, locale)],
        [t('library.fact.created'), formatDateTime(item.createdAtMs, locale)],
        [t('library.fact.connection'), connectionName({ id: request.connectionId, name: item.connectionName }, t)],
      ]}
      repair={
        isRaw(audio.format) &&
        audio.sampleRateHz !== null && (
          <Select
            label={t('takes.rereadAs')}
            value={String(audio.sampleRateHz)}
            hint={t('takes.rereadHint')}
            options={ratesWith(audio.sampleRateHz).map((rateHz) => ({
              value: String(rateHz),
              label: `${formatCount(rateHz, locale)} Hz`,
            }))}
            onChange={(rate) => void rereadTake(commons, item, Number(rate)).then(store.getState().report)}
          />
        )
      }
      primary={{
        label: t('library.useInSpeech'),
        hint: t('library.useInSpeechHint'),
        onSelect: () => showInSpeech(request),
      }}
    >
      {!item.isComplete && item.warnings.length === 0 && <p className={styles.cut}>{cutText(item, t)}</p>}
      {item.warnings.map((warning) => (
        <p key={warning} className={styles.cut}>
          {t(`takes.warning.${warning}`)}
        </p>
      ))}
      {!KIND_FACTS[audio.format].isPlayable && (
        <p className={styles.cut}>{t('player.undecodable', { kind: KIND_FACTS[audio.format].name })}</p>
      )}
      {item.relayMessage !== '' && <p>{t('error.relaySays', { words: item.relayMessage })}</p>}
      <p className={styles.text}>{request.text}</p>
    </DetailsPanel>
  );
}

/** The available sample rates, including the take's current one. */
function ratesWith(rateHz: number): readonly number[] {
  const rates: readonly number[] = COMMON_PCM_RATES_HZ;
  return rates.includes(rateHz) ? rates : [...rates, rateHz].sort((a, b) => a - b);
}
