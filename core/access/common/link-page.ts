/** Where people without an account open a lock. */
export const publicPath = '/one-time-access';
/** How long a person holds the button to open, in ms. */
export const holdMs = 1500;
/** How long a page waits for a lock to be woken, in seconds. */
export const wakeSeconds = 60;
