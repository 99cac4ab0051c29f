import type { AppManifest } from '#platform/common/define-app.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import { clientOf, type Endpoint } from '#platform/web/client/client-of.ts';

/** The call that lists the people of the company, by the notification groups of the app; undefined for an app without. */
export const peopleOf = (app: AppManifest): Endpoint<AnyRoute> | undefined => clientOf(app).notificationGroup?.users;
