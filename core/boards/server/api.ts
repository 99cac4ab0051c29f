export { boardHandlers } from './boards.ts';
