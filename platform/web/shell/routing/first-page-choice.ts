import { transport } from '../../client/connection.ts';
import { ownAddress, shellAddresses } from './addresses.ts';

/** The preference with the address of the person's first page. */
export const firstPageKey = 'first-page';
const patienceMs = 2000;

/** The address that the person has chosen as the first page, else the overview. */
export async function firstPage(): Promise<string> {
  const query = new URLSearchParams({ keys: firstPageKey });
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const { data } = await transport.send({ method: 'GET', path: '/user/parameter', query, silent: true, signal });
    const chosen = (data as Record<string, unknown>)[firstPageKey];
    const address = typeof chosen === 'string' ? ownAddress(chosen) : null;
    return address && address !== shellAddresses.first ? address : shellAddresses.main;
  } catch {
    // The page that follows reports what is wrong with the session or the server.
    return shellAddresses.main;
  }
}
