const timed = { place: 'app', period: true } as const;

/** What the board of incidents shows. */
export const widgets = {
  'incident-figures': { ...timed, size: [11, 1], initial: [22, 2], call: 'analysis.counters', order: 0.1 },
  'incident-times': { ...timed, size: [8, 2], initial: [11, 3], call: 'analysis.timelines', order: 0.2, fills: true },
  'incident-hours': { ...timed, size: [11, 2], initial: [11, 3], call: 'analysis.timelines', order: 0.3 },
  'incident-response': { ...timed, size: [8, 2], initial: [11, 2], call: 'analysis.counters', order: 0.4 },
  'incident-outcomes': { ...timed, size: [6, 2], initial: [11, 2], call: 'analysis.counters', order: 0.5 },
  'incident-sites': { ...timed, size: [6, 2], initial: [11, 3], call: 'analysis.counters', order: 0.6 },
  'incident-customers': { ...timed, size: [6, 2], initial: [11, 3], call: 'analysis.topCustomers', order: 0.7 },
} as const;
