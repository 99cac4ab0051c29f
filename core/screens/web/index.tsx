import { lightScreen } from '#platform/web/light/light-screen.tsx';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { screens } from '../app.ts';

export const screensWeb = bindPages(screens, {
  'screens/list': () => import('./ScreensPage.tsx'),
  '/screen': lightScreen(() => import('./light/screen/index.tsx')),
});
