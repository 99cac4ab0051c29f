import { fittingSpans } from '#core/fittings/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls, queryText, type Tx } from '#platform/server/postgres/database.ts';
import { recordDue } from '../track-rows.ts';
import type { SubjectSpan } from './subjects.ts';

type Row = { device: number; type: string; id: number; from: number; to: number | null };

/**
 * What devices were fitted to beyond a time: the figures of a record are those of its main device. Read in the transaction
 * that makes the figures.
 */
export async function movementSubjects(
  tx: Tx,
  asked: readonly { device: number; from: number }[],
): Promise<ReadonlyMap<number, readonly SubjectSpan[]>> {
  if (asked.length === 0) return new Map();
  const { rows } = await queryText<Row>(tx, {
    name: 'track-fitted',
    text: `SELECT f.device_id AS device, f.subject_type AS type, f.subject_id AS id, floor(extract(epoch FROM f.from_at))::float8 * 1000 AS "from", floor(extract(epoch FROM f.to_at))::float8 * 1000 AS "to"
             FROM unnest($1::integer[], $2::float8[]) AS n(d, t) JOIN ${fittingSpans} f ON f.device_id = n.d
            WHERE f.main AND (f.to_at IS NULL OR f.to_at > to_timestamp(n.t / 1000)) ORDER BY 1, f.from_at`,
    values: [asked.map(({ device }) => device), asked.map(({ from }) => from)],
  });
  // One that is shorter than a second is none.
  const spans = rows.filter(({ from, to }) => to === null || from < to);
  return new Map([...Map.groupBy(spans, ({ device }) => device)].map(([device, of]) => [device, of.map(spanOf)]));
}

const spanOf = ({ device: _, ...span }: Row): SubjectSpan => span;

/** A device was fitted or taken out at an instant, which may be long past: what it did since then is counted again. */
export const countAgain = ({ tx, actor }: Emitting, { deviceId, at }: DomainEvents['device.fitted']): Promise<void> =>
  bypassRls(tx, actor.scope, () => recordDue(tx, [{ device: deviceId, from: Date.parse(at) }]));
