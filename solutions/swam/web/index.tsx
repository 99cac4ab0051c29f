import { bindPages } from '#platform/web/shell/bind-pages.ts';
import { swam } from '../app.ts';

const deviceList = () => import('./DeviceListPage.tsx');

export const swamWeb = bindPages(swam, {
  'devices/list': deviceList,
  'devices/list/solution/{solutionId}': deviceList,
});
