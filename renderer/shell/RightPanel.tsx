// The right panel of a screen: its width can be dragged or set by keys, and is remembered. Independent of its content.

import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { RIGHT_PANEL_WIDTH_PX, type RightPanelWidth } from '../../shared/app/layout.ts';
import { useSession, useTranslation } from '../services.ts';
import styles from './RightPanel.module.css';

const KEY_STEP_PX = 16;

type RightPanelProps = {
  label: string;
  /** Which of the remembered widths it has. */
  width?: RightPanelWidth;
  children: ReactNode;
  footer?: ReactNode;
};

/** A resizable panel with an optional footer that stays visible. */
export function RightPanel({ label, width = 'rightPanelWidthPx', children, footer }: RightPanelProps) {
  const updateLayout = useSession((session) => session.updateLayout);
  const { t } = useTranslation();
  const widthPx = useSession((state) => state.settings.layout[width]);
  const panel = useRef<HTMLElement>(null);
  const drag = useRef<{ startX: number; startPx: number; nowPx: number } | null>(null);
  const keep = (px: number): void => updateLayout({ [width]: clampWidth(px) });

  const onPointerMove = (event: PointerEvent): void => {
    if (drag.current === null || panel.current === null) return;
    drag.current.nowPx = clampWidth(drag.current.startPx + drag.current.startX - event.clientX);
    panel.current.style.width = `${drag.current.nowPx}px`;
  };
  const endDrag = (): void => {
    if (drag.current !== null) keep(drag.current.nowPx);
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const change = event.key === 'ArrowLeft' ? KEY_STEP_PX : event.key === 'ArrowRight' ? -KEY_STEP_PX : 0;
    if (change === 0) return;
    event.preventDefault();
    keep(widthPx + change);
  };

  return (
    <aside ref={panel} className={styles.panel} aria-label={label} style={{ width: widthPx }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a window splitter is a focusable separator, which hr is not. */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={t('common.panelWidth')}
        aria-valuemin={RIGHT_PANEL_WIDTH_PX.min}
        aria-valuemax={RIGHT_PANEL_WIDTH_PX.max}
        aria-valuenow={widthPx}
        tabIndex={0}
        className={styles.splitter}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { startX: event.clientX, startPx: widthPx, nowPx: widthPx };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
      />
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </aside>
  );
}

function clampWidth(px: number): number {
  return Math.round(Math.min(RIGHT_PANEL_WIDTH_PX.max, Math.max(RIGHT_PANEL_WIDTH_PX.min, px)));
}
