// A video beside the script, muted and in step with its sound.

import { useEffect, useEffectEvent, useRef } from 'react';
import { useCommons, useTranslation } from '../../services.ts';
import type { ScriptPlayer } from '../script/script-player.ts';
import type { ScriptStore } from '../script/script-store.ts';
import { followScript } from './follow-script.ts';
import type { ScriptVideoPort } from './use-script-video.ts';
import styles from './VideoPane.module.css';

type VideoPaneProps = {
  script: ScriptStore;
  player: Pick<ScriptPlayer, 'timeline'>;
  port: Pick<ScriptVideoPort, 'video' | 'reject'>;
};

/** The video, or why it cannot be played; nothing while there is none, or it is hidden. */
export function VideoPane({ script, player: scriptPlayer, port: { video, reject } }: VideoPaneProps) {
  const { player } = useCommons();
  const { t } = useTranslation();
  const element = useRef<HTMLVideoElement>(null);
  const url = video?.isHidden === false ? video.url : null;
  const restS = useEffectEvent((): number => {
    const { currentIndex } = script.getState();
    return scriptPlayer.timeline().lines[currentIndex ?? 0]?.startS ?? 0;
  });
  useEffect(() => {
    if (url === null || element.current === null) return;
    return followScript(element.current, {
      player,
      scriptId: () => script.getState().id,
      restS: () => restS(),
      onRest: (listener) =>
        script.subscribe((now, before) => {
          if (now.currentIndex !== before.currentIndex) listener();
        }),
    });
  }, [url, player, script]);
  if (video === null || video.isHidden) return null;
  if (video.problem !== null)
    return (
      <p role="alert" className={styles.problem}>
        {t(`video.${video.problem}`, { name: video.name })}
      </p>
    );
  return (
    <video
      key={url}
      ref={element}
      className={styles.video}
      src={url ?? undefined}
      aria-label={t('video.label', { name: video.name })}
      muted
      playsInline
      preload="auto"
      disablePictureInPicture
      disableRemotePlayback
      onError={reject}
      // A file with sound alone has no picture to show.
      onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && reject()}
    />
  );
}
