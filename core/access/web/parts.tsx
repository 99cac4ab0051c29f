export { LockPanel } from './LockPanel.tsx';
export { accessScreens } from './pages.ts';
export { useLockTabs } from './use-lock-tabs.tsx';
