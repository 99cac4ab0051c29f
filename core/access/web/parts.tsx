export { LockPanel } from './LockPanel.tsx';
export { lockRows } from './list/lock-rows.ts';
export { NewestEvents } from './NewestEvents.tsx';
export { accessScreens } from './pages.ts';
export { useLockTabs } from './use-lock-tabs.tsx';
