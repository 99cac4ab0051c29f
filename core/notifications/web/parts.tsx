export { ring } from './bell/sound.ts';
export { useGroupTabsOf } from './group-tabs.ts';
export { groupScreens, notificationGroupScreens } from './screens.ts';
