/** The address that leads to the page of this quick access, of any app. */
export const openAddress = (name: string): string => `/open/${name}`;
