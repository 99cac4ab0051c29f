export { ring } from './bell/sound.ts';
export { groupScreens, notificationGroupScreens } from './screens.ts';
