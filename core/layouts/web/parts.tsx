export { PlansPanel } from './PlansPanel.tsx';
