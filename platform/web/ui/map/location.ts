/** A place on the earth: degrees, WGS 84. */
export type Location = { lat: number; lng: number };

/** Where something lies of which nothing is known yet. Source: 1-core.md §9. */
export const defaultLocation: Location = { lat: 30, lng: 30 };
