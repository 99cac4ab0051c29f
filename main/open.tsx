import { bootFailed } from '#platform/web/boot-error.ts';
import type { LightModule } from '#platform/web/light/light-page.ts';
import { startLight } from '#platform/web/light/start-light.tsx';

startLight({
  pages: import.meta.glob<LightModule>(['../core/*/web/light/*/index.tsx', '../solutions/*/web/light/*/index.tsx']),
  locales: import.meta.glob(['../core/*/web/light/*/locales/*.json', '../solutions/*/web/light/*/locales/*.json'], {
    import: 'default',
  }),
}).catch((error: unknown) => bootFailed(error));
