import { requestScreens } from '#core/device-requests/web/parts.tsx';
import { ticketScreens } from '#core/support/web/parts.tsx';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { management } from '../app.ts';

export const managementWeb = bindPages(management, { ...ticketScreens, ...requestScreens });
