// The dialogs of help: guide, shortcuts, the report of a problem, about. One is open at a time.

import { useState } from 'react';
import { useCommand, useTranslation } from '../services.ts';
import { latePart } from '../shell/late-part.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import type { Topic } from './HelpTopic.tsx';

const HelpTopic = latePart(async () => (await import('./HelpTopic.tsx')).HelpTopic);

/** The dialogs, and the commands that open them. */
export function HelpLayer() {
  const { t } = useTranslation();
  const [topic, setTopic] = useState<Topic | null>(null);
  const toggle = (next: Topic): void => setTopic(topic === next ? null : next);
  const close = (): void => setTopic(null);
  useCommand('help.guide', () => toggle('guide'));
  useCommand('help.shortcuts', () => toggle('shortcuts'));
  useCommand('help.report', () => toggle('report'));
  useCommand('help.about', () => toggle('about'));
  return (
    <Dialog
      isOpen={topic !== null}
      title={topic === null ? '' : t(`command.help.${topic}`)}
      closeLabel={t('common.close')}
      onClose={close}
    >
      {topic !== null && <HelpTopic topic={topic} onLeave={close} />}
    </Dialog>
  );
}
