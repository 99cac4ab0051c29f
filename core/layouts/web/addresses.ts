export const managerAddress = (structureId: number): string => `/core/structures/layout-manager/${structureId}`;
export const planAddress = (plan: { structureId: number; floorId: number | null; id: number }): string =>
  `${managerAddress(plan.structureId)}?floor=${plan.floorId ?? 'whole'}&plan=${plan.id}`;
