import { useMemo } from 'react';
import { useParams } from 'react-router';
import { linkCalls } from '../link/link-calls.ts';
import { OpenLink } from '../link/OpenLink.tsx';
import { useAccess } from '../use-access.ts';

/** The page of a link within the web app, where a development server or an installed app shows it. */
export function LinkPage() {
  const { token = '' } = useParams();
  const { app } = useAccess();
  const calls = useMemo(() => linkCalls(`/api${app.api}/access-token/public`, token), [app, token]);
  return <OpenLink calls={calls} />;
}
