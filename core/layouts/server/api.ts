export { addDemoPlan } from './demo.ts';
export { demoSpots } from './demo-plan.ts';
