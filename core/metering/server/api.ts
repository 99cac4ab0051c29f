export { compareHandlers } from './compare.ts';
export { meteringDemo } from './demo.ts';
export { meteringHandlers } from './handlers.ts';
export { consumptionHandlers, monthOfSites } from './site-consumption.ts';
