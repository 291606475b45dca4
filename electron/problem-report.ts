// The report of a problem: versions, settings and log as files that a person reads first and then saves. It contains no
// key, no part of one, and nothing that the person wrote. Nothing is sent.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PREFERENCE_NAMES, type PreferenceName } from '../shared/app/preferences.ts';
import type { Dialect } from '../shared/connection/connections.ts';
import type { AppState } from '../shared/contract/app.ts';
import type { ProblemReport } from '../shared/contract/help.ts';
import type { Connection, Settings } from '../shared/contract/settings.ts';
import type { AppError } from '../shared/errors.ts';
import { ok, type Result } from '../shared/result.ts';
import { freePath } from './export/free-path.ts';
import { whileWriting, writeFileAtomic } from './files.ts';
import { readOwnFile } from './settings/read-own-file.ts';
import { type Secrets, tidyLogLine, withoutSecrets } from './tidy-log.ts';

/** Lines of the log that are reported, the latest. */
const MAX_LOG_LINES = 2000;

/**
 * Whether each setting is reported. Those that contain what a person typed or chose to keep are not; preferences are
 * always.
 */
const SETTINGS_REPORTED: Record<Exclude<keyof Settings, PreferenceName>, boolean> = {
  activeConnectionId: true,
  // In part, see below.
  speech: false,
  voices: false,
  refusedVoices: false,
  unusedPictures: true,
  resultOrigins: false,
  confirmedOrigins: false,
  library: false,
  saving: true,
  provenance: true,
  exporting: true,
  sheet: true,
  trash: true,
  lexicon: false,
  player: true,
  mask: true,
  newResults: true,
  help: true,
  layout: true,
};
const PREFERENCES_REPORTED = Object.fromEntries(PREFERENCE_NAMES.map((name) => [name, true])) as Record<
  PreferenceName,
  boolean
>;

const SPEECH_REPORTED: Record<keyof Settings['speech'], boolean> = {
  voice: true,
  speed: true,
  format: true,
  extras: false,
};

const DIALECT_REPORTED: Record<keyof Dialect, boolean> = {
  formatField: true,
  opusWord: true,
  formatWord: true,
  extrasPlace: true,
  pcmRateHz: true,
  recommendedInputBytes: true,
  longText: true,
  speechTimeoutS: true,
  speechConcurrency: true,
  pictureText: true,
  picturePart: true,
  hasSoftMasks: true,
  maxPixels: true,
  maxRatio: true,
  hasSizeTiers: true,
  recommendedPictures: true,
  imageTimeoutS: true,
  imageConcurrency: true,
  endUserId: false,
};

/** What the report says about the app; the page has the same. */
type Facts = Pick<
  AppState,
  | 'version'
  | 'platform'
  | 'runtime'
  | 'locale'
  | 'settings'
  | 'connections'
  | 'keyProtection'
  | 'storage'
  | 'storageHealth'
>;

/** What reports depend on. */
export type ReportDeps = {
  readFacts: () => Facts;
  /** Every key in memory. */
  keys: () => readonly string[];
  logFolder: string;
  /** The person's folder, whose path contains their name. */
  homeFolder: string;
  /** Asks for a folder to save into. Undefined if the person cancelled the dialog. */
  askSaveFolder: () => Promise<string | undefined>;
};

/** Prepares a report and saves what was shown. */
export type ProblemReports = {
  prepare: () => Promise<ProblemReport>;
  /** Writes the report that was prepared last, which is the one that was shown. */
  save: () => Promise<Result<{ folder: string | null }, AppError>>;
};

/** Creates the reports; none is prepared yet. */
export function createProblemReports(deps: ReportDeps): ProblemReports {
  let shown: ProblemReport | undefined;
  const prepare = async (): Promise<ProblemReport> => {
    const secrets: Secrets = { keys: deps.keys(), home: deps.homeFolder };
    const facts = deps.readFacts();
    const asText = (value: unknown): string => withoutSecrets(`${JSON.stringify(value, null, 2)}\n`, secrets);
    shown = {
      folderName: `relay-studio-report-${new Date().toISOString().slice(0, 10)}`,
      files: [
        { name: 'versions.json', text: asText(versionsOf(facts)) },
        { name: 'settings.json', text: asText(settingsOf(facts)) },
        { name: 'log.txt', text: await readLog(deps.logFolder, secrets) },
      ],
    };
    return shown;
  };
  return {
    prepare,
    async save() {
      const { folderName, files } = shown ?? (await prepare());
      const chosen = await deps.askSaveFolder();
      if (chosen === undefined) return ok({ folder: null });
      return whileWriting(async () => {
        const folder = await freePath(path.join(chosen, folderName));
        await mkdir(folder);
        for (const { name, text } of files) await writeFileAtomic(path.join(folder, name), text);
        return { folder };
      });
    },
  };
}

function versionsOf({ version, platform, runtime, locale, keyProtection, storage, storageHealth }: Facts) {
  return {
    version,
    platform,
    ...runtime,
    locale,
    keyProtection,
    storage: { isWritable: storage.isWritable, reason: storage.reason },
    storageProblem: storageHealth.problem,
    unsaved: storageHealth.unsaved,
  };
}

function settingsOf({ settings, connections }: Facts) {
  return {
    ...reported(settings, { ...SETTINGS_REPORTED, ...PREFERENCES_REPORTED }),
    speech: reported(settings.speech, SPEECH_REPORTED),
    connections: connections.map(connectionOf),
  };
}

/** The facts of a connection without its name, its key, the end of it, and the path of its address. */
function connectionOf({ id, baseUrl, isPractice, allowsPrivateHttp, models, dialect, keyState }: Connection) {
  const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : '';
  return { id, origin, isPractice, allowsPrivateHttp, models, dialect: reported(dialect, DIALECT_REPORTED), keyState };
}

/** Returns the fields for which the table says yes. */
function reported<T extends object>(
  value: T,
  table: Readonly<Record<keyof T & string, boolean>>,
): Record<string, unknown> {
  const isYes: Readonly<Record<string, boolean>> = table;
  return Object.fromEntries(Object.entries(value).filter(([name]) => isYes[name]));
}

/** The latest lines of the log and of the one before it. */
async function readLog(folder: string, secrets: Secrets): Promise<string> {
  const texts = await Promise.all(
    ['main.log.1', 'main.log'].map((name) => readOwnFile(path.join(folder, name)).then((log) => log?.text ?? '')),
  );
  const lines = texts
    .join('')
    .split('\n')
    .filter((line) => line !== '');
  return lines
    .slice(-MAX_LOG_LINES)
    .map((line) => `${tidyLogLine(line, secrets)}\n`)
    .join('');
}
