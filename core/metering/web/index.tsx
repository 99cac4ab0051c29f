import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { metering } from '../app.ts';

export const meteringWeb = bindPages(metering, {}, { widgets: () => import('./widgets/widgets.ts') });
