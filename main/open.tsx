import { startLink } from '#core/access/web/link/start-link.tsx';
import { bootFailed } from '#platform/web/boot-error.ts';

startLink({
  // That of SmartTrack: its manifest would be most of the page.
  api: '/metrowatch',
  locales: import.meta.glob('../core/access/web/link/locales/*.json', { import: 'default' }),
}).catch((error: unknown) => bootFailed(error));
