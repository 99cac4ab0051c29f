export { type DemoStock, deviceRequestsDemo } from './demo.ts';
