export { provideScreen } from './screen-sources.ts';
