import type { Endpoint } from '../../client/client-of.ts';
import { errorMessage } from '../../client/connection.ts';
import { notify } from '../../client/notices.ts';
import { RequestError } from '../../client/request-error.ts';
import { download } from '../list/export/download.ts';

type OneFile = { of: Endpoint; params: Record<string, number>; query?: Record<string, string>; name: string };

/** Media types that a browser displays without running scripts. */
export const opens = (mediaType: string): boolean => mediaType === 'application/pdf' || mediaType.startsWith('image/');

const readMs = 60_000;

async function bytesOf({ of, params, query = {} }: OneFile): Promise<Blob | null> {
  try {
    return await (await of.open({ params, query })).blob();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    notify({ kind: 'negative', message: errorMessage(error) });
    return null;
  }
}

/** Downloads the file, fetched with the person's token. */
export async function saveFile(file: OneFile): Promise<void> {
  const bytes = await bytesOf(file);
  if (bytes) download(file.name, bytes);
}

/** Opens the file in a new tab. The tab opens before the download, because browsers block popups after the click. */
export async function openFile(file: OneFile): Promise<void> {
  const tab = window.open('', '_blank');
  const bytes = await bytesOf(file);
  if (!bytes) return tab?.close();
  const address = URL.createObjectURL(bytes);
  if (tab) tab.location.replace(address);
  else download(file.name, bytes);
  setTimeout(() => URL.revokeObjectURL(address), readMs);
}
