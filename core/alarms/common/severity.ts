/** From best to worst. */
export const severities = ['good', 'ok', 'poor', 'problem'] as const;
export type Severity = (typeof severities)[number];

/** Whether a severity is less severe than another. */
export const isLessSevere = (severity: Severity, other: Severity): boolean =>
  severities.indexOf(severity) < severities.indexOf(other);
