// Imports a picture by its web address: downloads it without any key, then stores it like any other picture.

import type { Picture } from '../../shared/contract/media.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, type Result } from '../../shared/result.ts';
import { whileWriting } from '../files.ts';
import { downloadPicture } from '../relay/download.ts';
import type { RelayHttp } from '../relay/http.ts';
import type { Connections } from '../settings/connections.ts';
import { AT_ONCE } from './incoming-file.ts';
import type { PictureImport } from './picture-import.ts';

/** What an import by address needs. */
export type UrlImportParts = { connections: Pick<Connections, 'target'>; http: RelayHttp; pictures: PictureImport };

/**
 * Downloads and stores a picture. @param connectionId the connection whose own host is allowed even if it is not
 * public.
 */
export async function importFromUrl(
  { connectionId, url }: { connectionId: string; url: string },
  { connections, http, pictures }: UrlImportParts,
): Promise<Result<Picture, AppError>> {
  const target = await connections.target(connectionId);
  const connectionBaseUrl = target.ok ? target.data.baseUrl : '';
  const { signal } = new AbortController();
  const picture = pictures.receiveSource(AT_ONCE);
  try {
    const imported = await whileWriting(async () => {
      const downloaded = await downloadPicture(http, url, picture, { connectionBaseUrl, signal });
      if (downloaded.ok) return picture.keep();
      return fail(downloaded.error === 'cancelled' ? appError('download.failed') : downloaded.error);
    });
    return imported.ok ? imported.data : imported;
  } finally {
    await picture.discard();
  }
}
