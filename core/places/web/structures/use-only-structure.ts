import { useList } from '#platform/web/client/hooks.ts';
import { api } from '../api.ts';

/**
 * The structure with the id; without an id the only structure of the company, or null if it has several or none.
 * Undefined while loading.
 */
export function useOnlyStructure(
  companyId: number,
  id: number | null = null,
): { id: number; name: string } | null | undefined {
  const found = useList(
    api.structure.search,
    { limit: 2, total: false, ...(id ? { filter: { id: String(id) } } : {}) },
    { params: { companyId } },
  );
  if (found.loading) return undefined;
  return found.rows.length === 1 ? (found.rows[0] ?? null) : null;
}
