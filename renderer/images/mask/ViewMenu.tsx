// The menu for the display of the canvas: colour and opacity of the overlay, the mask alone, zoom.

import { ChevronDown, Eye, Scan, ScanSearch, ZoomIn, ZoomOut } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { OVERLAY_CHOICES, type OverlayColorId } from '../../../shared/images/mask-tools.ts';
import { OVERLAY_COLORS } from '../../engines/mask/view/overlay.ts';
import { useTranslation } from '../../services.ts';
import { useAriaKeys } from '../../shell/use-aria-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { MaskStage } from './mask-stage.ts';

const OPACITIES = [0.25, 0.45, 0.7] as const;
const ZOOMS = [0.5, 2, 4] as const;

/** The view menu. */
export function ViewMenu({ stage }: { stage: MaskStage }) {
  const { t } = useTranslation();
  const keys = useAriaKeys();
  const { appearance, overlayColor } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  return (
    <Menu
      trigger={
        <Button variant="plain">
          {t('images.view')}
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
      entries={[
        ...OVERLAY_CHOICES.map((id) => ({
          id,
          label: t(`images.overlay.${id}`),
          icon: <Swatch color={id === 'auto' ? overlayColor : id} isChosenByApp={id === 'auto'} />,
          isChecked: appearance.color === id,
          onSelect: () => stage.changeAppearance({ color: id }),
        })),
        'separator',
        ...OPACITIES.map((opacity) => ({
          id: `opacity ${opacity}`,
          label: t('images.overlayOpacity', { percent: Math.round(opacity * 100) }),
          icon: <Swatch color={overlayColor} opacity={opacity} />,
          isChecked: appearance.opacity === opacity,
          onSelect: () => stage.changeAppearance({ opacity }),
        })),
        'separator',
        {
          id: 'maskOnly',
          label: t('images.showMask'),
          icon: <Eye size={16} aria-hidden />,
          keys: keys('view.maskOnly'),
          isChecked: appearance.isMaskOnly,
          onSelect: () => stage.changeAppearance({ isMaskOnly: !appearance.isMaskOnly }),
        },
        'separator',
        {
          id: 'fit',
          label: t('command.view.fit'),
          icon: <Scan size={16} aria-hidden />,
          keys: keys('view.fit'),
          onSelect: stage.fit,
        },
        {
          id: 'actual',
          label: t('command.view.actualSize'),
          icon: <ScanSearch size={16} aria-hidden />,
          keys: keys('view.actualSize'),
          onSelect: () => stage.zoomTo(1),
        },
        ...ZOOMS.map((zoom) => ({
          id: `zoom ${zoom}`,
          icon: zoom < 1 ? <ZoomOut size={16} aria-hidden /> : <ZoomIn size={16} aria-hidden />,
          label: t('images.zoomTo', { percent: zoom * 100 }),
          onSelect: () => stage.zoomTo(zoom),
        })),
      ]}
    />
  );
}

type SwatchProps = { color: OverlayColorId; opacity?: number; isChosenByApp?: boolean };

/** A disc in a colour of the overlay; inside a dashed ring if the app has chosen it. */
function Swatch({ color, opacity = 1, isChosenByApp = false }: SwatchProps) {
  const fill = `rgb(${OVERLAY_COLORS[color].join(' ')})`;
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" aria-hidden>
      <circle cx={8} cy={8} r={isChosenByApp ? 4 : 6} fill={fill} fillOpacity={opacity} />
      {isChosenByApp && <circle cx={8} cy={8} r={7} fill="none" stroke="currentColor" strokeDasharray="2 2" />}
    </svg>
  );
}
