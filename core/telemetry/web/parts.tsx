export { ConsumptionPanel } from './ConsumptionPanel.tsx';
export { DeviceEvents } from './DeviceEvents.tsx';
export { DeadLetters, deadLetterAccess } from './dead-letters/DeadLetters.tsx';
export { useDeadLetterReason } from './dead-letters/dead-letter-reason.ts';
export { Figure, Figures } from './Figure.tsx';
export { ReadingsChart } from './ReadingsChart.tsx';
export { readingCalls } from './reading-calls.ts';
export { StatisticsPanel } from './StatisticsPanel.tsx';
