// How long deleted items stay in the trash.

/** The days that a person can choose; beside them, to keep them until they are deleted for good. */
export const KEPT_DAYS = [7, 30, 90] as const;

/** Unless a person chooses. */
export const DEFAULT_KEPT_DAYS: (typeof KEPT_DAYS)[number] = 30;
