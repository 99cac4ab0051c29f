/** What a device does at a geofence, in rules and alarms. */
export const placeWords = ['enters', 'leaves', 'inside', 'crosses'] as const;
/** What its newest position says: how fast it goes, how far it is from where it stood last, and how old the position is. */
export const positionWords = ['faster', 'away', 'older'] as const;
