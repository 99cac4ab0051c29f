import type { FilterOption, OptionQuery } from '#platform/web/ui/list/filters/filters.ts';
import { api } from '../api.ts';

/** Companies as options of a filter, by a part of their name. */
export async function searchCompanies({ search, skip, limit }: OptionQuery): Promise<{
  data: FilterOption[];
  totalRecords: number | undefined;
}> {
  const { data, totalRecords } = await api.company.list.send({
    list: { skip, limit },
    ...(search ? { query: { nameFilter: search } } : {}),
    silent: true,
  });
  return { data: data.map(({ id, name }) => ({ value: String(id), label: name })), totalRecords };
}
