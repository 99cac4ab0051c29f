export { boardPages } from './pages.ts';
