import { useMemo } from 'react';
import { useSpaceKinds } from '#core/places/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import { clientOf, type Endpoint } from '#platform/web/client/client-of.ts';
import { useLabelsOf } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { registeredApps } from '#platform/web/session/session.ts';
import type { LayoutItem } from '../../common/layout-item.ts';
import { type Look, lookColours } from '../../common/look.ts';

/** A kind of records of apps that plans show. */
export type RecordKind = {
  app: string;
  kind: string;
  label: string;
  /** The app's list of the records that can be placed. */
  list: Endpoint<AnyRoute>;
  outlined: boolean;
};
type Named = Pick<LayoutItem, 'app' | 'kind' | 'spaceKind' | 'look'>;

/** The list that a manifest names: `door.list`. */
function listOf(app: AppManifest, name: string): Endpoint<AnyRoute> {
  const [set = '', call = ''] = name.split('.');
  const found = clientOf(app)[set]?.[call];
  if (!found) throw new Error(`${app.id} has no list ${name}`);
  return found;
}

/** The colour of the n-th kind of spaces; grey and red are left to apps. */
const kindColours = lookColours.filter((colour) => colour !== 'grey' && colour !== 'red');

/** What can be on plans: kinds of spaces, and records of the apps that the company holds. */
export function useItemKinds() {
  const spaces = useSpaceKinds();
  const held = useMe().session.apps;
  const apps = useMemo(() => registeredApps().filter(({ id, planItems }) => planItems && held.includes(id)), [held]);
  const labelsOf = useLabelsOf(useMemo(() => apps.map(({ id }) => id), [apps]));
  return useMemo(() => {
    const records = apps.flatMap((app) =>
      Object.entries(app.planItems ?? {}).map(([kind, declared]): RecordKind => {
        const label = labelsOf(app.id).label(`planItems.${kind}`);
        return { app: app.id, kind, label, list: listOf(app, declared.list), outlined: declared.outlined ?? false };
      }),
    );
    const labelOf = ({ app, kind, spaceKind }: Named): string =>
      spaceKind === null
        ? (records.find((one) => one.app === app && one.kind === kind)?.label ?? kind)
        : spaces.labelOf(spaceKind);
    const looks = new Map<string, Look>();
    /** How an item is painted: by its app, else by its kind; the same object each time. */
    const lookOf = (item: Named): Look => {
      const label = labelOf(item);
      const known = item.look ?? looks.get(label);
      if (known) return known;
      const at = spaces.options.findIndex(({ value }) => value === item.spaceKind);
      const look: Look = {
        letter: [...label][0]?.toUpperCase() ?? '',
        colour: kindColours[at % kindColours.length] ?? 'grey',
      };
      looks.set(label, look);
      return look;
    };
    return {
      spaceKinds: spaces.options,
      records,
      labelOf,
      lookOf,
    };
  }, [apps, spaces, labelsOf]);
}
export type ItemKinds = ReturnType<typeof useItemKinds>;
