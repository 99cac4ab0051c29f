import { useData } from '#platform/web/client/hooks.ts';
import { companyZone } from '#platform/web/i18n/formats.ts';
import { api } from './api.ts';

/** The time zone (IANA name) of a structure; of the company without one. Undefined while loading. */
export function useSiteZone(companyId: number, structureId: number | null): string | undefined {
  const params = { companyId, id: structureId ?? 0 };
  const { data } = useData(api.structure.get, { params }, { enabled: structureId !== null });
  return structureId === null ? companyZone() : data?.zone;
}
