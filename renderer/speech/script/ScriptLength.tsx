// How long the open script is when spoken, with its pauses.

import { useStore } from 'zustand';
import { formatDuration } from '../../../shared/text/format-text.ts';
import { useTranslation } from '../../services.ts';
import type { ScriptPlayer } from './script-player.ts';
import type { ScriptStore } from './script-store.ts';

/** The length; `about` while some lines are not made. */
export function ScriptLength({ script, player }: { script: ScriptStore; player: ScriptPlayer }) {
  const { t } = useTranslation();
  // The timeline is that of these lines.
  useStore(script, ({ lines }) => lines);
  const { totalS, isEstimated } = player.timeline();
  const duration = formatDuration(totalS);
  return <span>{isEstimated ? t('player.about', { duration }) : duration}</span>;
}
