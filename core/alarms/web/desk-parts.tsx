/* What pages need that handle alarms themselves; the shell, which needs `parts.tsx`, does without. */
export { AcknowledgedChip, AlarmCard, alarmSearch, ConditionChip, KindCell } from './AlarmCells.tsx';
export { AlarmPanel } from './panel/AlarmPanel.tsx';
export { AlarmShortcuts } from './panel/AlarmShortcuts.tsx';
export { useShownAlarm } from './panel/shown-alarm.ts';
export { useAlarmAction } from './panel/use-alarm-action.ts';
