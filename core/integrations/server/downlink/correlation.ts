/** How a command is named to The Things Stack, whose answer names nothing. */
export const correlationOf = (commandId: number | ''): string => `rasid:cmd:${commandId}`;
