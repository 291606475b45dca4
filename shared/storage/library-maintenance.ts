// What rebuilding and verifying the library distinguish.

/** Tables that no sidecar holds; they are taken over from the earlier database as far as it can be read. */
export const CARRIED_TABLES = [
  'usage',
  'script_usage',
  'billed',
  'jobs',
  'queues',
  'exchanges',
  'drafts',
  'put_aside',
  'mask_tiles',
  'script_histories',
] as const;

/** Everything that a verification can find, each with ids or names. */
export const VERIFY_FINDINGS = [
  'mediaMissing',
  'mediaChanged',
  'mediaLeftOver',
  'sidecarMissing',
  'sidecarBad',
  'sidecarDiffers',
  'rowMissing',
  'database',
  'search',
] as const;

export type CarriedTable = (typeof CARRIED_TABLES)[number];
export type VerifyFinding = (typeof VERIFY_FINDINGS)[number];
