import { sql } from 'kysely';
import { backlog, oldestSeconds } from '#platform/server/monitoring/backlogs.ts';

/** Card payments that no provider has settled when they were due for a check, and those of a wrong amount. */
export const paymentBacklog = backlog(
  'payments',
  sql`SELECT count(*) FILTER (WHERE check_at <= now()) AS waiting, ${oldestSeconds(sql`check_at`, sql`check_at <= now()`)},
      count(*) FILTER (WHERE mismatch IS NOT NULL AND state <> 'succeeded') AS failed
    FROM payment WHERE state IN ('created', 'pending') OR mismatch IS NOT NULL`,
);

/** Refunds that the provider has not confirmed, and those that it has refused. */
export const refundBacklog = backlog(
  'refunds',
  sql`SELECT count(*) FILTER (WHERE state = 'requested') AS waiting, ${oldestSeconds(sql`created_at`, sql`state = 'requested'`)},
      count(*) FILTER (WHERE state = 'failed') AS failed
    FROM payment_refund WHERE state <> 'succeeded'`,
);
