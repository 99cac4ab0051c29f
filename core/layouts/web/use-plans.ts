import { useList } from '#platform/web/client/hooks.ts';
import { api } from './api.ts';

/** What the server hands out at most at once: no structure has more plans. */
const most = 100;

/** All plans of a structure, by name. */
export const usePlans = (structureId: number) =>
  useList(api.layout.list, { limit: most, total: false, filter: { structureId: [String(structureId)] } });
