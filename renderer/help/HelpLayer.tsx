// The dialogs of help: guide, shortcuts, the report of a problem, about. One is open at a time.

import { useState } from 'react';
import { useCommand, useTranslation } from '../app/services.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { AboutApp } from './AboutApp.tsx';
import { GuideReader } from './GuideReader.tsx';
import { ProblemReportView } from './ProblemReportView.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';

type Topic = 'guide' | 'shortcuts' | 'report' | 'about';

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
      {topic === 'guide' && <GuideReader />}
      {topic === 'shortcuts' && <ShortcutSheet />}
      {topic === 'report' && <ProblemReportView />}
      {topic === 'about' && <AboutApp onLeave={close} />}
    </Dialog>
  );
}
