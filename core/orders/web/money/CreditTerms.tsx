import { NumberInput, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { searchCompanies } from '#core/accounts/web/parts.tsx';
import { id } from '#platform/common/validation.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import type { Option } from '#platform/web/ui/list/filters.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { api, useText } from '../api.ts';

const credit = z.object({
  creditDays: z.number('enterANumber').int('enterANumber').min(0, 'outOfRange').max(120, 'outOfRange'),
});
const shownCompanies = 20;

/** The days of credit of a company, for its purchase orders. */
export function CreditTerms() {
  const t = useText();
  const [companies, setCompanies] = useState<Option[]>([]);
  const [search, setSearch] = useState('');
  const [company, setCompany] = useState<string | null>(null);
  useEffect(() => {
    let left = false;
    // The client has shown the error as a notification.
    searchCompanies({ search, skip: 0, limit: shownCompanies }).then(
      ({ data }) => !left && setCompanies(data),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [search]);
  return (
    <Panel title={t('money.credit.title')}>
      <Select
        label={t('columns.company')}
        data={companies.map(({ value, label }) => ({ value: String(value), label: label ?? String(value) }))}
        value={company}
        onChange={setCompany}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        maw={360}
        mb="sm"
      />
      {company && <CreditForm key={company} companyId={id().parse(company)} />}
    </Panel>
  );
}

function CreditForm({ companyId }: { companyId: number }) {
  const query = useData(api.payment.credit, { params: { companyId } }, { staleTime: 0 });
  return query.data && query.isFetchedAfterMount ? (
    <DaysForm companyId={companyId} before={query.data.creditDays} />
  ) : null;
}

function DaysForm({ companyId, before }: { companyId: number; before: number }) {
  const t = useText();
  const set = useAction(api.payment.setCredit);
  const form = useEntityForm(credit, {
    namespace: 'orders',
    initial: { creditDays: before },
    save: (body) => set.ask({ params: { companyId }, body }),
  });
  return (
    <EntityForm form={form} submitLabel={t('money.credit.save')}>
      <NumberInput
        {...form.field('creditDays')}
        min={0}
        max={120}
        allowDecimal={false}
        maw={360}
        description={t('money.credit.hint')}
      />
    </EntityForm>
  );
}
