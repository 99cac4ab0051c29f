/** The kind of rules whose alarms are named by the rule itself. */
export const customKind = 'custom';

/** The kind of rules that the thresholds of a template compile to; each sensor has alarms of its own. */
export const thresholdKind = 'threshold';
export const thresholdKindOf = (sensor: string): string => `${thresholdKind}-${sensor}`;

/** The kind under which a rule raises its alarms: each custom rule has alarms of its own. */
export const alarmKindOf = ({ kind, id }: { kind: string; id: number }): string =>
  kind === customKind ? `${customKind}-${id}` : kind;

/** The kind of an alarm as declared: those of custom rules, and those of thresholds, are one kind for filters and notifications. */
export const declaredKindOf = ({ kind }: { kind: string }): string =>
  [customKind, thresholdKind].find((declared) => kind.startsWith(`${declared}-`)) ?? kind;
