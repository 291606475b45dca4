// Adds a video beside the script; shows, hides and removes it.

import { ChevronDown } from 'lucide-react';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { ScriptVideoPort } from './use-script-video.ts';

/** The button *Add video*, or the menu of the video that is there. */
export function VideoMenu({ port: { video, choose, setHidden, remove } }: { port: ScriptVideoPort }) {
  const { t } = useTranslation();
  if (video === null)
    return (
      <Button variant="plain" onClick={choose}>
        {t('video.add')}
      </Button>
    );
  return (
    <Menu
      trigger={
        <Button variant="plain">
          {t('video.menu')}
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
      entries={[
        {
          id: 'show',
          label: t('video.show'),
          isChecked: !video.isHidden,
          onSelect: () => setHidden(!video.isHidden),
        },
        { id: 'choose', label: t('video.choose'), onSelect: choose },
        { id: 'remove', label: t('video.remove'), onSelect: remove },
      ]}
    />
  );
}
