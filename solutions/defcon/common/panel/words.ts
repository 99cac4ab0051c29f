/** The states of a group of zones. Only its panel reports them; a command never sets one. */
export const groupStates = ['disarmed', 'arming', 'armed-away', 'armed-stay', 'armed-night', 'entry', 'alarm'] as const;
export type GroupState = (typeof groupStates)[number];

/** How a group can be armed: `armed-<mode>` is its state then. */
export const armModes = ['away', 'stay', 'night'] as const;
export type ArmMode = (typeof armModes)[number];

export const isArmed = (state: GroupState): boolean => state !== 'disarmed' && state !== 'arming';

export const services = ['linked', 'active', 'out-of-service', 'unlinked'] as const;
export type Service = (typeof services)[number];
export const transports = ['mqtt', 'sia'] as const;
export const testScopes = ['zones', 'all'] as const;

export const detectors = [
  ...(['door', 'window', 'pir', 'dual', 'glass', 'shock', 'beam', 'photo-pir'] as const),
  ...(['smoke', 'heat', 'co', 'gas', 'leak'] as const),
  ...(['panic-button', 'holdup-button', 'keypad', 'siren', 'key-switch', 'relay'] as const),
] as const;
export type Detector = (typeof detectors)[number];

/** What a zone that is violated means. */
export const reactions = [
  ...(['entry-exit', 'perimeter', 'interior', 'always'] as const),
  ...(['holdup-silent', 'panic-audible', 'tamper', 'fire', 'gas', 'water', 'medical', 'technical'] as const),
] as const;
export type Reaction = (typeof reactions)[number];

/** Zones that nobody may take out of an armed period. */
const protectedReactions: ReadonlySet<Reaction> = new Set(['holdup-silent', 'panic-audible', 'tamper', 'fire', 'gas']);
export const isProtected = (reaction: Reaction): boolean => protectedReactions.has(reaction);

export const qualifiers = ['new', 'restore', 'status'] as const;
export type Qualifier = (typeof qualifiers)[number];
export const confirmations = ['none', 'sequential', 'verified'] as const;
export type Confirmation = (typeof confirmations)[number];
