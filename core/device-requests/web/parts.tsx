export { requestScreens } from './pages.ts';
