import { useMemo } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import { declaredList, type Endpoint } from '#platform/web/client/client-of.ts';
import { useLabelsOf } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { registeredApps } from '#platform/web/session/session.ts';

/** What a screen can show. `value` names the app and its kind; `list` has the records. */
export type OfferedKind = { value: string; app: string; kind: string; label: string; list: Endpoint<AnyRoute> };

/** What screens can show of the apps that the company holds. */
export function useScreenKinds(): OfferedKind[] {
  const held = useMe().session.apps;
  const apps = useMemo(
    () => registeredApps().filter(({ id, screenKinds }: AppManifest) => screenKinds && held.includes(id)),
    [held],
  );
  const labelsOf = useLabelsOf(useMemo(() => apps.map(({ id }) => id), [apps]));
  return apps.flatMap((app) =>
    Object.entries(app.screenKinds ?? {}).map(([kind, { list }]) => ({
      value: `${app.id}.${kind}`,
      app: app.id,
      kind,
      label: `${app.brand}: ${labelsOf(app.id).label(`screenKinds.${kind}`)}`,
      list: declaredList(app, list),
    })),
  );
}
