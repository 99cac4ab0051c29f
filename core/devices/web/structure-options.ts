import { useMemo } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { clientOf, type Endpoint, type ReplyPage } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import type { OptionQuery, UnnamedFilter } from '#platform/web/ui/list/filters.ts';

type Structure = { id: number; name: string };

const maxListed = 100;
const optionsOf = (rows: readonly Structure[]) => rows.map(({ id, name }) => ({ value: String(id), label: name }));

const endpointsOf = (app: AppManifest): Endpoint[] => Object.values(clientOf(app)).flatMap((set) => Object.values(set));
/** The app's call that lists structures with their devices. */
const structuresOf = (app: AppManifest): Endpoint | undefined =>
  endpointsOf(app).find(({ route }) => route.path === '/structure/devices-info');

/**
 * A filter by structures with devices of an app. Up to 100 structures are all options, so that an address with an id
 * shows the name; more are searched. Null for an app without such a call.
 */
export function useStructureOptions(app: AppManifest): UnnamedFilter | null {
  const structures = useMemo(() => structuresOf(app), [app]);
  const query = useData(
    // Apps without such a call are not queried.
    (structures ?? endpointsOf(app)[0]) as Endpoint,
    { list: { limit: maxListed, total: true } },
    { staleTime: 300_000, silent: true, enabled: structures !== undefined },
  );
  const page = query.data as ReplyPage<Structure> | undefined;
  return useMemo(() => {
    if (!structures) return null;
    if (page && (page.totalRecords ?? 0) <= maxListed) return { kind: 'select', options: optionsOf(page.data) };
    return {
      kind: 'select',
      search: async ({ search, skip, limit }: OptionQuery) => {
        const { data, totalRecords } = (await structures.send({
          list: { search, skip, limit },
          silent: true,
        })) as ReplyPage<Structure>;
        return { data: optionsOf(data), totalRecords };
      },
    };
  }, [structures, page]);
}
