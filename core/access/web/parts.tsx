export { LockPanel } from './LockPanel.tsx';
export { NewestEvents } from './NewestEvents.tsx';
export { accessScreens } from './pages.ts';
export { useLockTabs } from './use-lock-tabs.tsx';
