import { z } from 'zod';
import type { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import type { RequestedTerms } from '../../common/company-request.ts';
import { AbilitiesField } from '../companies/AbilitiesField.tsx';
import { companyDay, endOfCompanyDay, startOfCompanyDay } from '../companies/own-company.ts';
import { useText } from '../text.ts';
import { DayField } from './DayField.tsx';

/** Days in the form of date fields; empty for none. */
export const termsDraft = z.object({
  contractFrom: z.string(),
  contractTo: z.string(),
  contractAbilities: z.array(z.string()).nullable(),
});
export type TermsDraft = z.infer<typeof termsDraft>;

export const draftOfTerms = (terms: RequestedTerms): TermsDraft => ({
  contractFrom: companyDay(terms.contractFrom),
  contractTo: companyDay(terms.contractTo),
  contractAbilities: terms.contractAbilities,
});

/** The changes to the present terms: an unchanged day keeps its hour. */
export function changedTerms(draft: TermsDraft, standing: RequestedTerms): Partial<RequestedTerms> {
  const before = draftOfTerms(standing);
  return {
    ...(draft.contractFrom === before.contractFrom ? {} : { contractFrom: startOfCompanyDay(draft.contractFrom) }),
    ...(draft.contractTo === before.contractTo ? {} : { contractTo: endOfCompanyDay(draft.contractTo) }),
    ...(JSON.stringify(draft.contractAbilities) === JSON.stringify(before.contractAbilities)
      ? {}
      : { contractAbilities: draft.contractAbilities }),
  };
}

/** A form that has the terms among its fields. */
type Form = {
  values: TermsDraft;
  field(name: 'contractFrom' | 'contractTo'): Omit<ReturnType<ReturnType<typeof useEntityForm>['field']>, 'name'>;
  set(name: 'contractAbilities', value: string[] | null): void;
};

/** The period of a contract and the abilities of the provider. */
export function TermsFields({ form, disabled = false }: { form: Form; disabled?: boolean }) {
  const t = useText();
  return (
    <>
      <DayField {...form.field('contractFrom')} description={t('contract.fromHint')} disabled={disabled} past />
      <DayField {...form.field('contractTo')} description={t('contract.toHint')} disabled={disabled} />
      <AbilitiesField
        value={form.values.contractAbilities}
        disabled={disabled}
        onChange={(abilities) => form.set('contractAbilities', abilities)}
      />
    </>
  );
}
