/** The address that leads to the page of this quick access, whichever app it is of. */
export const openAddress = (name: string): string => `/open/${name}`;
