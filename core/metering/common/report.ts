import type { Utility } from './manifest.ts';

/** The report that apps with meters name under `mailReports`. */
export const consumptionReport = 'consumption';

/** The frozen data of a report: the consumption of sites, by utility, the highest first. */
export type ConsumptionReport = {
  name: string;
  company: string;
  period: { from: string; to: string };
  before: { from: string; to: string };
  madeAt: string;
  /** The time zone of the dates. */
  zone: string;
  rows: {
    site: string;
    utility: Utility;
    unit: string;
    amount: number;
    before: number | null;
    /** In whole percent. */
    change: number | null;
    known: number;
    meters: number;
  }[];
};
