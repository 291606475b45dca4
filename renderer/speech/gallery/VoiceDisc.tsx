// The mark of a voice: a disc in its own hue, with its initial.

import type { CSSProperties } from 'react';
import styles from './VoiceDisc.module.css';
import { voiceHue } from './voice-facts.ts';

type VoiceDiscProps = {
  /** The key of the voice; null for one whose name is hidden. */
  voice: string | null;
  /** What it is called; its first letter is shown. */
  name: string;
  isSmall?: boolean;
};

/** The disc; it says nothing to assistive technology, since the name is beside it. */
export function VoiceDisc({ voice, name, isSmall = false }: VoiceDiscProps) {
  const [initial = ''] = name;
  return (
    <span
      className={styles.disc}
      data-small={isSmall ? '' : undefined}
      style={voice === null ? undefined : ({ '--hue': voiceHue(voice), '--chroma': 0.1 } as CSSProperties)}
      aria-hidden
    >
      {initial.toUpperCase()}
    </span>
  );
}
