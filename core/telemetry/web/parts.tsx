export { ConsumptionPanel } from './ConsumptionPanel.tsx';
export { DeadLetters, deadLetterAccess } from './DeadLetters.tsx';
export { DeviceEvents } from './DeviceEvents.tsx';
export { useDeadLetterReason } from './dead-letter-reason.ts';
export { Figure, Figures } from './Figure.tsx';
export { ReadingsChart } from './ReadingsChart.tsx';
export { readingCalls } from './reading-calls.ts';
export { StatisticsPanel } from './StatisticsPanel.tsx';
