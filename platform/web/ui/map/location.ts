/** A location in degrees, WGS 84. */
export type Location = { lat: number; lng: number };

/** The location of a record that has none yet. */
export const defaultLocation: Location = { lat: 30, lng: 30 };
