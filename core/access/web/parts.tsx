export { lockRows } from './list/lock-rows.ts';
export { LockPanel } from './locks/LockPanel.tsx';
export { useLockTabs } from './locks/use-lock-tabs.tsx';
export { NewestEvents } from './NewestEvents.tsx';
export { accessScreens } from './pages.ts';
