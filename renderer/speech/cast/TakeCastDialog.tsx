// Takes settings of roles from the cast of another script: first the script is chosen, then which role becomes which.

import { ChevronLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { Script, ScriptEntry } from '../../../shared/contract/scripts.ts';
import type { AppError } from '../../../shared/errors.ts';
import { roleKey } from '../../../shared/script/roles.ts';
import { errorText } from '../../items/error-text.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import field from '../../ui/field.module.css';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import { useNear } from '../../ui/use-near.ts';
import { announceStep } from '../../work/offer-undo.ts';
import type { ScriptStore } from '../script/script-store.ts';
import { voiceShortName } from '../voice-options.ts';
import styles from './Cast.module.css';
import { equalRoles, hasOwnSettings } from './cast-changes.ts';
import { takeRoles } from './cast-steps.ts';

/** Represents "stays as it is" in a list of roles; no key of a role. */
const NONE = '\0';

type TakeCastProps = { script: ScriptStore; onClose: () => void };

/** The dialog. */
export function TakeCastDialog({ isOpen, script, onClose }: TakeCastProps & { isOpen: boolean }) {
  const { t } = useTranslation();
  const [other, setOther] = useState<Script | null>(null);
  const close = (): void => {
    setOther(null);
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} title={t('takeCast.title')} closeLabel={t('common.close')} onClose={close}>
      {other === null ? (
        <ScriptChoice script={script} onChoose={setOther} />
      ) : (
        <RoleChoice script={script} other={other} onBack={() => setOther(null)} onClose={close} />
      )}
    </Dialog>
  );
}

function ScriptChoice({ script, onChoose }: { script: ScriptStore; onChoose: (other: Script) => void }) {
  const { ipc } = useCommons();
  const { t } = useTranslation();
  const ownId = useStore(script, (state) => state.id);
  const [search, setSearch] = useState('');
  const [entries, setEntries] = useState<readonly ScriptEntry[] | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const list = useEffectEvent(async (isLatest: () => boolean) => {
    const found = await ipc.request('scripts.list', { search });
    if (!isLatest()) return;
    setError(found.ok ? null : found.error);
    setEntries(found.ok ? found.data.filter(({ id, problem }) => id !== ownId && problem === null) : []);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the search that is read again for.
  useEffect(() => {
    let isLatest = true;
    void list(() => isLatest);
    return () => {
      isLatest = false;
    };
  }, [search]);
  const open = async (id: string): Promise<void> => {
    const read = await ipc.request('scripts.read', { id });
    if (read.ok) onChoose(read.data);
    else setError(read.error);
  };
  return (
    <div className={styles.form}>
      <SearchField label={t('script.search')} value={search} onChange={setSearch} />
      {error !== null && (
        <p role="alert" className={styles.problem}>
          {errorText(error.code, 'title', t, 'speech')}
        </p>
      )}
      {entries?.length === 0 && error === null && (
        <p className={field.hint}>{t(search === '' ? 'takeCast.noScripts' : 'script.noneFound')}</p>
      )}
      <ul className={styles.scripts} aria-label={t('script.list')}>
        {entries?.map(({ id, title, excerpt, lineCount }) => (
          <li key={id}>
            <button type="button" className={styles.script} onClick={() => void open(id)}>
              <span>{title || t('script.untitled')}</span>
              <span className={styles.excerpt}>{excerpt}</span>
              <span className={styles.count}>{t('speech.lines', { count: lineCount })}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

type RoleChoiceProps = { script: ScriptStore; other: Script; onBack: () => void; onClose: () => void };

function RoleChoice({ script, other, onBack, onClose }: RoleChoiceProps) {
  const commons = useCommons();
  const { t } = useTranslation();
  const roles = useStore(script, (state) => state.roles);
  const offered = other.cast.filter(hasOwnSettings);
  const [taken, setTaken] = useState<ReadonlyMap<string, string>>(() => equalRoles(roles, offered));
  const nameOf = (name: string): string => (name === '' ? t('cast.narrator') : name);
  const options = [
    { value: NONE, label: t('takeCast.keep') },
    ...offered.map(({ name, voice, speed }) => ({
      value: roleKey(name),
      label: nameOf(name),
      hint: [
        voice === undefined ? undefined : voiceShortName(voice, t),
        speed === undefined ? undefined : speed.toFixed(2),
      ]
        .filter((fact) => fact !== undefined)
        .join(t.separators.fact),
    })),
  ];
  const run = (): void => {
    const step = takeRoles({ script, history: commons.history }, offered, taken);
    announceStep(commons, 'speech', t('takeCast.done', { count: taken.size }), step);
    onClose();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (taken.size > 0) run();
      }}
    >
      <div>
        <Button variant="plain" onClick={onBack}>
          <ChevronLeft size={16} aria-hidden />
          {t('takeCast.other')}
        </Button>
      </div>
      {offered.length === 0 ? (
        <p>{t('takeCast.noCast', { title: other.title || t('script.untitled') })}</p>
      ) : (
        <>
          <p className={field.hint}>{t('takeCast.explain')}</p>
          <ul className={styles.taken} aria-label={t('cast.roles')}>
            {roles.map(({ key, name }) => (
              <TakenRow
                key={key}
                name={nameOf(name)}
                role={name === '' ? t('cast.theNarrator') : name}
                value={taken.get(key) ?? NONE}
                options={options}
                onChange={(value) => {
                  const next = new Map(taken);
                  if (value === NONE) next.delete(key);
                  else next.set(key, value);
                  setTaken(next);
                }}
              />
            ))}
          </ul>
          <div className={styles.end}>
            <p className={field.hint}>{t('takeCast.effect', { count: taken.size })}</p>
            <Button type="submit" disabled={taken.size === 0}>
              {t('takeCast.run')}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

type TakenRowProps = {
  name: string;
  /** The role as part of other names. */
  role: string;
  value: string;
  options: readonly { value: string; label: string; hint?: string }[];
  onChange: (value: string) => void;
};

function TakenRow({ name, role, value, options, onChange }: TakenRowProps) {
  const { t } = useTranslation();
  const [item, isNear] = useNear<HTMLLIElement>();
  return (
    <li ref={item} className={styles.takenRow}>
      {isNear && (
        <Select
          label={name}
          name={t('takeCast.settingsOf', { role })}
          value={value}
          options={options}
          onChange={onChange}
        />
      )}
    </li>
  );
}
