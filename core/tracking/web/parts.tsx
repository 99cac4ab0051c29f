import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';

export { trackingCalls } from './tracking-calls.ts';
export const TrailPanel = lazyPart(() => import('./TrailPanel.tsx').then((module) => module.TrailPanel));
export const LiveMap = lazyPart(() => import('./live/LiveMap.tsx').then((module) => module.LiveMap));
export const PlacesMap = lazyPart(() => import('./live/LiveMap.tsx').then((module) => module.PlacesMap));
export const PersonPanel = lazyPart(() => import('./people/PersonPanel.tsx').then((module) => module.PersonPanel));
export const LookList = lazyPart(() => import('./people/LookList.tsx').then((module) => module.LookList));
export const QualityPanel = lazyPart(() => import('./QualityPanel.tsx').then((module) => module.QualityPanel));
export const UsagePanel = lazyPart(() => import('./UsagePanel.tsx').then((module) => module.UsagePanel));
export const MovingMap = lazyPart(() => import('./moving/MovingMap.tsx').then((module) => module.MovingMap));
export { useMoves } from './moving/use-moves.ts';
