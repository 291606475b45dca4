// The cast of the open script: one row for each role, and what can be done with all of them.

import { Ellipsis, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { roleKey } from '../../../shared/script/roles.ts';
import { MAX_CAST } from '../../../shared/script/script-size.ts';
import { formatCount } from '../../../shared/text/format-text.ts';
import { useCommons, useSession, useTranslation } from '../../services.ts';
import { refusedVoices } from '../../shell/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import type { AuditionStore } from '../audition-store.ts';
import type { ScriptStore } from '../script/script-store.ts';
import type { SpeechStore } from '../speech-store.ts';
import type { VoiceSamplesStore } from '../voice-samples.ts';
import styles from './Cast.module.css';
import { CAST_PANEL_ID } from './CastLayout.tsx';
import { CastRoleRow } from './CastRoleRow.tsx';
import { castRows, namesReadAloud, rolesToCast } from './cast-changes.ts';
import { decideNames } from './cast-steps.ts';
import { ReplaceVoiceDialog } from './ReplaceVoiceDialog.tsx';
import { suggestVoicesFor } from './suggest.ts';
import { TakeCastDialog } from './TakeCastDialog.tsx';

/** From this number of roles on there is a search. */
const SEARCHED_FROM = 12;
/** So many rows are complete at once; the others when they come near the visible part. */
const MADE_AT_ONCE = 8;

type CastPanelProps = {
  script: ScriptStore;
  speech: SpeechStore;
  samples: VoiceSamplesStore;
  audition: AuditionStore;
  onClose: () => void;
};

/** The panel; it takes the focus when it opens, and Escape closes it. */
export function CastPanel({ script, speech, samples, audition, onClose }: CastPanelProps) {
  const commons = useCommons();
  const { t, locale } = useTranslation();
  const roles = useStore(script, (state) => state.roles);
  const cast = useStore(script, (state) => state.cast);
  const colours = useStore(script, (state) => state.colours);
  const refused = useSession(refusedVoices);
  const [search, setSearch] = useState('');
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const rows = useMemo(() => castRows(roles, cast, colours), [roles, cast, colours]);
  const query = roleKey(search);
  const shown = rows.filter(({ key }) => key.includes(query));
  const inText = shown.filter(({ lineCount }) => lineCount > 0);
  const others = shown.filter(({ lineCount }) => lineCount === 0);
  const readAloud = namesReadAloud(cast).filter((name) => roleKey(name).includes(query));
  const toCast = rolesToCast(roles, cast);
  const parts = { script, history: commons.history };
  const rowProps = { script, speech, samples, audition, refused };
  return (
    <section
      ref={panel}
      id={CAST_PANEL_ID}
      className={styles.panel}
      aria-label={t('cast.title')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        // Lists and dialogs are elsewhere in the document, but inside this component.
        if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.header}>
        <h2 className={styles.title}>{t('cast.title')}</h2>
        <Button
          variant="plain"
          disabled={toCast.length === 0}
          onClick={() => suggestVoicesFor(commons, script, refused, t)}
        >
          {t('cast.suggest')}
        </Button>
        <WholeCast script={script} speech={speech} samples={samples} hasRoles={roles.length > 0} />
        <IconButton label={t('cast.close')} icon={<X size={16} aria-hidden />} onClick={onClose} />
      </header>
      {rows.length >= SEARCHED_FROM && (
        <SearchField label={t('cast.search')} value={search} onChange={setSearch} className={styles.search} />
      )}
      <div className={styles.body}>
        {cast.length >= MAX_CAST && (
          <p className={styles.hint}>{t('cast.full', { count: formatCount(MAX_CAST, locale) })}</p>
        )}
        {rows.length > 0 && shown.length === 0 && <p className={styles.hint}>{t('cast.noneFound')}</p>}
        {inText.length > 0 && (
          <ul className={styles.rows} aria-label={t('cast.roles')}>
            {inText.map((row, index) => (
              <CastRoleRow key={row.key} row={row} isAtOnce={index < MADE_AT_ONCE} {...rowProps} />
            ))}
          </ul>
        )}
        {query === '' && roles.every(({ name }) => name === '') && <p className={styles.hint}>{t('cast.empty')}</p>}
        {others.length > 0 && (
          <>
            <h3 className={styles.group}>{t('cast.notInText')}</h3>
            <ul className={styles.rows} aria-label={t('cast.notInText')}>
              {others.map((row) => (
                <CastRoleRow key={row.key} row={row} isAtOnce={false} {...rowProps} />
              ))}
            </ul>
          </>
        )}
        {readAloud.length > 0 && (
          <>
            <h3 className={styles.group}>{t('cast.readAloud')}</h3>
            <ul className={styles.rows} aria-label={t('cast.readAloud')}>
              {readAloud.map((name) => (
                <li key={name} className={styles.readAloud}>
                  <bdi className={styles.name}>{name}</bdi>
                  <Button variant="link" onClick={() => decideNames(parts, [name], false)}>
                    {t('cast.makeRole')}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

type WholeCastProps = Pick<CastPanelProps, 'script' | 'speech' | 'samples'> & { hasRoles: boolean };

/** What can be done with all of the cast, and its dialogs. */
function WholeCast({ script, speech, samples, hasRoles }: WholeCastProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'replace' | 'take' | null>(null);
  return (
    <>
      <Menu
        trigger={<IconButton label={t('cast.more')} icon={<Ellipsis size={16} aria-hidden />} />}
        entries={[
          { id: 'replace', label: t('cast.replace'), isDisabled: !hasRoles, onSelect: () => setDialog('replace') },
          { id: 'take', label: t('cast.take'), onSelect: () => setDialog('take') },
        ]}
      />
      <ReplaceVoiceDialog
        isOpen={dialog === 'replace'}
        script={script}
        speech={speech}
        samples={samples}
        onClose={() => setDialog(null)}
      />
      <TakeCastDialog isOpen={dialog === 'take'} script={script} onClose={() => setDialog(null)} />
    </>
  );
}
