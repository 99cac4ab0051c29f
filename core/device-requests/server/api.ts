export { type DemoStock, deviceRequestsDemo } from './demo.ts';
export { requestsByCompany } from './request-counts.ts';
