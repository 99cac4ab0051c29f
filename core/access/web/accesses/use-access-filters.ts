import { useMemo } from 'react';
import { useDeviceApp } from '#core/device-app/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import type { FiltersOf, OptionQuery } from '#platform/web/ui/list/filters/filters.ts';
import { accessModes, grantStates } from '../../common/grant-state.ts';
import { type AccessCalls, installedLocks, useAccess } from '../use-access.ts';

/** Up to so many locks or people are all options, so that an address with an id shows the name; more are searched. */
const mostListed = { locks: 100, people: 49 };
const listed = { staleTime: 300_000, silent: true } as const;

type Named = { id: number | null; name: string };
const optionsOf = (rows: readonly Named[]) =>
  rows.flatMap(({ id, name }) => (id === null ? [] : [{ value: String(id), label: name }]));

function useLockFilter() {
  const { app, calls } = useDeviceApp();
  const { list } = calls.device;
  const filter = useMemo(() => installedLocks(app), [app]);
  const { data: page } = useData(list, { list: { filter, limit: mostListed.locks, total: true } }, listed);
  return useMemo(() => {
    if (page && (page.totalRecords ?? 0) <= mostListed.locks) return { options: optionsOf(page.data) };
    return {
      search: async ({ search, skip, limit }: OptionQuery) => {
        const { data, totalRecords } = await list.send({ list: { filter, search, skip, limit }, silent: true });
        return { data: optionsOf(data), totalRecords: totalRecords ?? undefined };
      },
    };
  }, [list, filter, page]);
}

/** The people and contacts who were given access before. */
function usePersonFilter() {
  const { holders } = useAccess().calls.userAccess;
  const { data: first } = useData(holders, { query: {} }, listed);
  return useMemo(() => {
    if (first && first.length <= mostListed.people) return { options: optionsOf(first) };
    return {
      search: async ({ search }: OptionQuery) => {
        const data = optionsOf(await holders.send({ query: search ? { search } : {}, silent: true }));
        return { data, totalRecords: data.length };
      },
    };
  }, [holders, first]);
}

/** The filters of the list of accesses: by its type, lock, person and state. */
export function useAccessFilters(): FiltersOf<AccessCalls['userAccess']['list']> {
  const lock = useLockFilter();
  const person = usePersonFilter();
  return useMemo(
    () => [
      { field: 'mode', kind: 'select', options: accessModes },
      { field: 'deviceId', name: 'lock', kind: 'select', ...lock },
      { field: 'holderId', name: 'person', kind: 'select', ...person },
      { field: 'state', kind: 'select', options: grantStates },
    ],
    [lock, person],
  );
}
