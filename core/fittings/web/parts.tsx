export { FitPanel } from './FitPanel.tsx';
export { FittedIn } from './FittedIn.tsx';
export { fittingsScreen } from './screens.ts';
