import './events.ts';

export { declaredCommand } from './assert-command.ts';

export { sendAutomatic } from './automatic-command.ts';
export { checkHandlers, lastChecks } from './checks.ts';
export { confirmByReadings, confirmReported } from './command-confirmation.ts';
export { CommandListeners } from './command-listeners.ts';
export { advanceCommand } from './command-progress.ts';
export { commandOutcomes, hasOpenCommand, lastCommand } from './command-rows.ts';
export { commandHandlers, devicesWithQueuedCommands, queuedCommand, waitingCommands } from './commands.ts';
export { type ConfigOrder, queueConfig, supersedeConfig, unconfirmedConfigs } from './config-commands.ts';
export type { SentCommand } from './events.ts';
export { failQueued, queueCommand } from './queue-command.ts';
