// Determines, when a package is built, where it will look for updates.

/** The configuration that electron-builder writes into a package for its updater. */
type UpdateFeed = { provider: 'generic'; url: string; channel: string };

/**
 * Returns the feed: one file for each processor beside the packages of the newest release. Unsigned builds have none
 * and never update automatically; neither does Linux, whose packages have no signature.
 * @param homepage the project's home page, if it has one yet.
 * @param builder the system that packs, and electron-builder's variables for signing in its environment.
 */
export function updateFeed(
  homepage: string | undefined,
  { platform, arch, env }: Pick<NodeJS.Process, 'platform' | 'arch' | 'env'>,
): UpdateFeed | undefined {
  const { CSC_LINK, WIN_CSC_LINK } = env;
  const isSigned = platform === 'win32' ? CSC_LINK || WIN_CSC_LINK : platform === 'darwin' && CSC_LINK;
  if (!homepage || !isSigned) return undefined;
  const channel = arch === 'x64' ? 'latest' : `latest-${arch}`;
  return { provider: 'generic', url: `${homepage.replace(/\/$/, '')}/releases/latest/download`, channel };
}
