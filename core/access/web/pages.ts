import { lightScreen } from '#platform/web/light/light-screen.tsx';
import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';
import { verifyRevocationPath } from '../common/revocation.ts';

/** The components of the pages that `accessPages` declares. */
export const accessScreens: Record<string, PageLoader> = {
  'access-management/accesses-list': () => import('./accesses/AccessesPage.tsx'),
  'access-management/user-access': () => import('./UserAccessPage.tsx'),
  'access-management/calendar-mode': () => import('./calendar/CalendarPage.tsx'),
  'access-management/access-log': () => import('./AccessLogPage.tsx'),
  'access-management/revocations': () => import('./leaving/RevocationsPage.tsx'),
  'access-management/revocations/{id}': () => import('./leaving/RevocationPage.tsx'),
  [`${verifyRevocationPath}/{code}`]: () => import('./leaving/VerifyRevocationPage.tsx'),
  'access-management/grant-access': () => import('./grant/GrantAccessPage.tsx'),
  'access-management/user-access/access/onetime': () => import('./one-time/OneTimePage.tsx'),
  'access-management/user-access/access/onetime/{token}': () => import('./one-time/OneTimeResultPage.tsx'),
  'devices/{type}/device/{id}': () => import('./DeviceOfTypePage.tsx'),
  '/one-time-access/{token}': lightScreen(() => import('./light/link/index.tsx')),
};
