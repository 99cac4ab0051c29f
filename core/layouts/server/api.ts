export { addDemoPlan, addDemoSpacePlan } from './demo.ts';
export { demoSpots } from './demo-plan.ts';
export { planItemsChanged } from './items.ts';
export { mountedLayoutHandlers } from './layouts.ts';
export { placedItems, storedPlans } from './plan-facts.ts';
export { planItemsGone, providePlanItems } from './plan-items.ts';
export { type PlanPicture, planPictures, type SpotAt, spotsAt } from './spots-at.ts';
