import type { Context } from '#platform/server/serve.ts';

/** A record that devices are fitted to. */
export type CarrierRecord = {
  id: number;
  companyId: number;
  name: string;
  /** Where its devices are installed. */
  structureId: number | null;
};
/** Returns those of the records with these ids that the caller may see. */
export type CarrierRecords = (
  context: Pick<Context, 'tx' | 'actor' | 'locale'>,
  ids: readonly number[],
) => Promise<readonly CarrierRecord[]>;

const providers = new Map<string, CarrierRecords>();

/** Called once by an app for each of its `carriers`. */
export function provideCarriers(type: string, records: CarrierRecords): void {
  providers.set(type, records);
}

/** The records of a kind with these ids that the caller may see; none of a kind that no app provides. */
export const carrierRecords: (type: string) => CarrierRecords = (type) => providers.get(type) ?? (async () => []);
