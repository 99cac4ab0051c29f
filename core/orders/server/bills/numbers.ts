import type { Tx } from '#platform/server/postgres/database.ts';
import { platformPrefix } from '#platform/server/postgres/installation.ts';
import { nextNumber, platformYear } from '#platform/server/records/number-series.ts';

const series = { order: 'order', invoice: 'invoice', creditNote: 'credit-note' } as const;

/** The next number of the platform's orders, invoices or credit notes of the year. */
export const nextPlatformNumber = (tx: Tx, kind: keyof typeof series) =>
  nextNumber(tx, {
    table: 'number_series',
    of: { series: series[kind] },
    year: platformYear,
    prefix: platformPrefix(kind),
  });
