/** A code is valid for so many minutes; the screen then asks for another one. */
export const codeMinutes = 10;
/** How often a screen asks what it shows, in seconds. */
export const pollSeconds = 30;
