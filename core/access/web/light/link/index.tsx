import type { LightPage } from '#platform/web/light/light-page.ts';
import { linkCalls } from './link-calls.ts';
import { OpenLink } from './OpenLink.tsx';

/** The page of a link that opens a lock. */
export const light: LightPage = ({ api, params: { token = '' } }) => {
  const calls = linkCalls(`/api${api}/access-token/public`, token);
  calls.readAhead();
  return <OpenLink calls={calls} />;
};
