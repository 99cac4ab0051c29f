/** What a device does at a geofence, in rules and alarms. */
export const placeWords = ['enters', 'leaves', 'inside', 'outside', 'crosses'] as const;
/**
 * Properties of its latest position: its speed, its distance from where it was last stationary, and the age of the
 * position.
 */
export const positionWords = ['faster', 'slower', 'away', 'older'] as const;
