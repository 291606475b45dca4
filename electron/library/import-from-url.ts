// Imports a picture by its web address: downloads it without any key, then stores it like any other picture.

import type { Picture } from '../../shared/contract/media.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, type Result } from '../../shared/result.ts';
import { whileWriting } from '../files.ts';
import { downloadFile } from '../relay/download.ts';
import type { RelayHttp } from '../relay/http.ts';
import type { Connections } from '../settings/connections.ts';
import { AT_ONCE } from './incoming-file.ts';
import type { PictureImport } from './picture-import.ts';

/** What an import by address needs. */
export type UrlImportDeps = {
  connections: Pick<Connections, 'target'>;
  http: RelayHttp;
  pictures: PictureImport;
  /** Whether a host is this computer, or in a private network. */
  isPrivateHost: (hostname: string) => Promise<boolean>;
  /** Asks the person whether to fetch a picture from an address there. */
  askPrivatePicture: (url: string) => Promise<boolean>;
};

/**
 * Downloads and stores a picture. @param connectionId the connection whose own origin may be fetched from even if it is
 * not public, where the person says so: what the page says about it is not believed.
 */
export async function importFromUrl(
  { connectionId, url }: { connectionId: string; url: string },
  deps: UrlImportDeps,
): Promise<Result<Picture, AppError>> {
  const { http, pictures } = deps;
  const connectionBaseUrl = (await isAllowed(connectionId, url, deps)) ? url : '';
  const { signal } = new AbortController();
  const picture = pictures.receiveSource(AT_ONCE);
  try {
    const imported = await whileWriting(async () => {
      const downloaded = await downloadFile(http, url, picture, { connectionBaseUrl, signal });
      if (downloaded.ok) return picture.keep();
      return fail(downloaded.error === 'cancelled' ? appError('download.failed') : downloaded.error);
    });
    return imported.ok ? imported.data : imported;
  } finally {
    await picture.discard();
  }
}

/** Whether an address is one of the connection's own that is not public, and the person allows it. */
async function isAllowed(
  connectionId: string,
  url: string,
  { connections, isPrivateHost, askPrivatePicture }: UrlImportDeps,
): Promise<boolean> {
  const target = await connections.target(connectionId);
  const asked = URL.parse(url);
  if (!target.ok || asked?.origin !== new URL(target.data.baseUrl).origin) return false;
  return (await isPrivateHost(asked.hostname)) && askPrivatePicture(asked.href);
}
