import { useParams } from 'react-router';
import { OpenLink } from './link/OpenLink.tsx';
import { useAccess } from './use-access.ts';

/** The page of a link within the web app, where a development server or an installed app shows it. */
export function LinkPage() {
  const { token = '' } = useParams();
  return <OpenLink base={`/api${useAccess().app.api}/access-token/public`} token={token} />;
}
