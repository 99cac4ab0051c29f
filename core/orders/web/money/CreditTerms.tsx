import { Checkbox, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { CompanyField } from '#core/accounts/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { type CreditTerms as CreditTermsOf, creditTerms } from '../../common/payment.ts';
import { api, useText } from '../api.ts';

/** The days of credit of a company, and whether its orders need a purchase order number. */
export function CreditTerms() {
  const t = useText();
  const [company, setCompany] = useState<number | null>(null);
  return (
    <Panel title={t('money.credit.title')}>
      <Stack maw={360}>
        <CompanyField label={t('columns.company')} value={company} onChange={setCompany} />
        {company !== null && <CreditForm key={company} companyId={company} />}
      </Stack>
    </Panel>
  );
}

function CreditForm({ companyId }: { companyId: number }) {
  const query = useData(api.payment.credit, { params: { companyId } }, { staleTime: 0 });
  return query.data && query.isFetchedAfterMount ? <DaysForm companyId={companyId} before={query.data} /> : null;
}

function DaysForm({ companyId, before }: { companyId: number; before: CreditTermsOf }) {
  const t = useText();
  const set = useAction(api.payment.setCredit);
  const form = useEntityForm(creditTerms, {
    namespace: 'orders',
    initial: before,
    save: (body) => set.ask({ params: { companyId }, body }),
  });
  return (
    <EntityForm form={form} submitLabel={t('money.credit.save')}>
      <NumberInput
        {...form.field('creditDays')}
        min={0}
        max={120}
        allowDecimal={false}
        description={t('money.credit.hint')}
      />
      <Checkbox {...form.field('poRequired', 'checkbox')} />
    </EntityForm>
  );
}
