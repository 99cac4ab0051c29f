import type { AppManifest } from '#platform/common/define-app.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { appsWithAlarms, classCalls, needsForm, readableClasses } from '../alarm-calls.ts';

/** A class of alarms of an app. */
export type BellList = { app: AppManifest; class: string };

/** The classes of alarms that the person may read. */
export function useBellLists(): BellList[] {
  // Renders again when the session changes.
  useMe();
  return appsWithAlarms().flatMap((app) => readableClasses(app).map((name) => ({ app, class: name })));
}

/** The app's call that acknowledges an alarm of this class, unless it asks for more. */
export const acknowledgeOf = ({ app, class: name }: BellList) =>
  needsForm(app, name, 'acknowledge') ? undefined : classCalls(app, name).action('acknowledge');
