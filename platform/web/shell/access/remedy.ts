import type { DenialReason, Session } from '#platform/common/access.ts';

/** The people who can remove a denial reason. */
export type Remedy = 'select' | 'administrators' | 'provider' | 'nobody';

function remedyOfOne(one: DenialReason, session: Session): Remedy {
  switch (one.kind) {
    case 'no-company':
      return 'select';
    case 'role':
    case 'app-not-held':
      // An administrator of the company has its highest role already; only the provider can grant more.
      return session.user.isAdmin ? 'provider' : 'administrators';
    case 'group':
    case 'company-admin':
      return 'administrators';
    case 'no-way':
      return easiest(one.ways.map((way) => remedyOf(way, session)));
    default:
      return 'nobody';
  }
}

const order: readonly Remedy[] = ['select', 'administrators', 'provider', 'nobody'];
const easiest = (remedies: readonly Remedy[]): Remedy => order.find((remedy) => remedies.includes(remedy)) ?? 'nobody';
const hardest = (remedies: readonly Remedy[]): Remedy =>
  order.findLast((remedy) => remedies.includes(remedy)) ?? 'nobody';

/**
 * The remedy of several reasons is the hardest of them, because all must be removed; of alternatives the easiest one.
 */
export const remedyOf = (why: readonly DenialReason[], session: Session): Remedy =>
  session.user.adminType !== null && !why.some((one) => one.kind === 'no-company')
    ? 'nobody'
    : hardest(why.map((one) => remedyOfOne(one, session)));
