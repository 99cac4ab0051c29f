/** Where people without an account open a lock. */
export const publicPath = '/one-time-access';
/** How long a person holds the button to open, in ms. */
export const holdMs = 1500;
/** For how long a page waits for a lock that somebody wakes, in seconds. */
export const wakeSeconds = 60;
