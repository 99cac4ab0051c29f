import { api } from './api.ts';

export { managerAddress } from './addresses.ts';
export { ItemLayer, type ItemLooks, type LayerEdit } from './items/ItemLayer.tsx';
export { ItemSwatch } from './items/ItemShape.tsx';
export { ItemsEditor } from './items/ItemsEditor.tsx';
export { keyOf, nextIn } from './items/item-math.ts';
export { useItems } from './items/use-items.ts';
/** The call that places items on a plan. */
export const placeItems = api.item.put;

export { PlanStage } from './PlanStage.tsx';
export { PlansPanel } from './PlansPanel.tsx';
export type { Spot } from './plan-math.ts';
export { usePlans } from './use-plans.ts';
