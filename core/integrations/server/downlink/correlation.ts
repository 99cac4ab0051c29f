/** The name of a command for The Things Stack, whose reply does not return one. */
export const correlationOf = (commandId: number | ''): string => `rasid:cmd:${commandId}`;
