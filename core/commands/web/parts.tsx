export { CommandHistory } from './CommandHistory.tsx';
export { CommandPanel } from './CommandPanel.tsx';
export { CommandProgress } from './CommandProgress.tsx';
export { useCommandReason, useCommandText, useCommandTexts } from './command-texts.ts';
export { DeviceChecks } from './DeviceChecks.tsx';
export { type CommandCalls, isUnfinished, useCommands } from './use-commands.ts';
