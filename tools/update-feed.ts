// Where an installed package looks for newer ones, decided when it is packed.

/** What electron-builder writes into a package for its updater. */
type UpdateFeed = { provider: 'generic'; url: string; channel: string };

/**
 * A file for each processor beside the packages of the newest release. Unsigned builds get none and so never update themselves; nor does
 * Linux, whose packages carry no signature.
 *
 * @param homepage the project's home, if it has one yet.
 * @param builder the system that packs, and what electron-builder signs with in its environment.
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
