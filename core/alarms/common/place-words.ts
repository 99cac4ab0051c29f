/** What a device does at a geofence, in rules and alarms. */
export const placeWords = ['enters', 'leaves', 'inside'] as const;
