/** A place on the earth: degrees, WGS 84. */
export type Location = { lat: number; lng: number };
