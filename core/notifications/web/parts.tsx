export { groupScreens, notificationGroupScreens } from './screens.ts';
