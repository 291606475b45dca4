// What a dialog of help shows.

import { AboutApp } from './AboutApp.tsx';
import { GuideReader } from './GuideReader.tsx';
import { ProblemReportView } from './ProblemReportView.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';

/** What help has a dialog for. */
export type Topic = 'guide' | 'shortcuts' | 'report' | 'about';

/** The content of the dialog; `onLeave` closes it. */
export function HelpTopic({ topic, onLeave }: { topic: Topic; onLeave: () => void }) {
  switch (topic) {
    case 'guide':
      return <GuideReader />;
    case 'shortcuts':
      return <ShortcutSheet />;
    case 'report':
      return <ProblemReportView />;
    case 'about':
      return <AboutApp onLeave={onLeave} />;
  }
}
