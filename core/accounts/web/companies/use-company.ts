import { useData } from '#platform/web/client/hooks.ts';
import { api } from '../api.ts';

/** A company as its providers and its own people see it. */
export const useCompany = (id: number) => useData(api.company.get, { params: { id } }, { silent: true });
