/** The alarms that parking itself raises about bays. */
export const bayAlarms = [
  'overstay',
  'ev-blocked',
  'ev-idle',
  'left-after-closing',
  'slot-stuck',
  'slot-flapping',
  'detector-disagree',
] as const;

/** Those about the counts of groups and car parks. */
export const countAlarms = ['almost-full', 'group-full', 'location-full', 'count-drift', 'wrong-way'] as const;
