import { useAllRows } from '#core/places/web/parts.tsx';
import { api } from './api.ts';

/** All plans of a structure, ordered by name. */
export const usePlans = (structureId: number) =>
  useAllRows(api.layout.list, { filter: { structureId: [String(structureId)] } });
