export { type Letter, tell } from './tell.ts';
