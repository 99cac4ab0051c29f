import { invalid } from '#platform/server/refuse.ts';

export type ContractTerms = {
  contractFrom?: string | null | undefined;
  contractTo?: string | null | undefined;
  contractAbilities?: string[] | null | undefined;
  contractResources?: number[] | null | undefined;
};
type Standing = {
  contractFrom: string | null;
  contractTo: string | null;
  contractAbilities: string[] | null;
  contractResources: number[] | null;
};

/** A contract ends after it begins, and not in the past. */
export function assertContractPeriod(from: string | null, to: string | null): void {
  if (to !== null && from !== null && Date.parse(to) <= Date.parse(from)) throw invalid('contractTo', 'contractOrder');
  if (to !== null && Date.parse(to) <= Date.now()) throw invalid('contractTo', 'inThePast');
}

/** Without named abilities a contract would be about all structures, whichever it names. */
export function assertContractPlaces({ contractAbilities, contractResources }: ContractTerms): void {
  if (contractResources && !contractAbilities) throw invalid('contractAbilities', 'Required');
}

/** The resulting terms: the given ones merged over the present ones. */
export function mergedTerms(given: ContractTerms, standing: Standing): Standing {
  const merged = {
    contractFrom: given.contractFrom === undefined ? standing.contractFrom : given.contractFrom,
    contractTo: given.contractTo === undefined ? standing.contractTo : given.contractTo,
    contractAbilities: given.contractAbilities === undefined ? standing.contractAbilities : given.contractAbilities,
    contractResources: given.contractResources === undefined ? standing.contractResources : given.contractResources,
  };
  assertContractPlaces(merged);
  return merged;
}
/** Whether any terms are given at all. */
export const statesTerms = (terms: ContractTerms | undefined) =>
  Object.values(terms ?? {}).some((value) => value !== undefined);
