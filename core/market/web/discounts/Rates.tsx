import { Button, NumberInput, Select, Table } from '@mantine/core';
import { useState } from 'react';
import { CompanyField } from '#core/accounts/web/parts.tsx';
import { companyTypes } from '#platform/common/company-kinds.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { newRate, type RateRow } from '../../common/discount.ts';
import { api, useText } from '../api.ts';
import { useSellingApps } from '../selling-apps.ts';
import { ValidDays } from './ValidDays.tsx';

const shownDay = (day: string | null): string => day?.split('-').reverse().join('/') ?? '–';

/** The discounts that were agreed with companies and kinds of companies, the newest first. */
export function Rates() {
  const t = useText();
  const query = useData(api.discount.rates, {}, { silent: true });
  const [adding, setAdding] = useState(false);
  if (!query.data) return <QueryBoundary of={query} />;
  return (
    <>
      <Panel
        title={t('discounts.tabs.rates')}
        aside={
          <Can access={api.discount.addRate.route.access}>
            <Button variant="default" onClick={() => setAdding(true)}>
              {t('discounts.newRate')}
            </Button>
          </Can>
        }
      >
        {query.data.length === 0 ? (
          <EmptyState title={t('empty.rate.title')} text={t('empty.rate.text')} />
        ) : (
          <RateTable rates={query.data} />
        )}
      </Panel>
      {adding && <RatePanel onClose={() => setAdding(false)} />}
    </>
  );
}

function RateTable({ rates }: { rates: readonly RateRow[] }) {
  const t = useText();
  const kit = useLabels('kit');
  const apps = useSellingApps();
  return (
    <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} aria-label={t('discounts.tabs.rates')}>
      <Table aria-label={t('discounts.tabs.rates')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('discounts.forWhom')}</Table.Th>
            <Table.Th>{t('fields.percent')}</Table.Th>
            <Table.Th>{t('fields.app')}</Table.Th>
            <Table.Th>{t('discounts.validFrom')}</Table.Th>
            <Table.Th>{t('discounts.validTo')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rates.map(({ id, company, companyType, app, percent, validFrom, validTo }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <bdi>{company?.name ?? kit.label(`companyTypes.${companyType}`)}</bdi>
              </Table.Td>
              <Table.Td>
                <Bdi>{`${percent} %`}</Bdi>
              </Table.Td>
              <Table.Td>
                <bdi>{app === null ? t('discounts.allApps') : (apps.find((one) => one.id === app)?.name ?? app)}</bdi>
              </Table.Td>
              <Table.Td>
                <Bdi>{shownDay(validFrom)}</Bdi>
              </Table.Td>
              <Table.Td>
                <Bdi>{shownDay(validTo)}</Bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function RatePanel({ onClose }: { onClose(): void }) {
  const t = useText();
  const kit = useLabels('kit');
  const apps = useSellingApps();
  const add = useAction(api.discount.addRate, { onDone: onClose });
  const form = useEntityForm(newRate, {
    namespace: 'market',
    initial: { companyId: null, companyType: null, app: null, percent: '', validFrom: null, validTo: null } as never,
    save: (body) => add.ask({ body }),
  });
  return (
    <SidePanel title={t('discounts.newRate')} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t('discounts.save')}>
        <CompanyField
          label={t('fields.companyId')}
          description={t('discounts.companyOrType')}
          value={Number(form.values.companyId) || null}
          onChange={(id) => form.set('companyId', id)}
          error={form.field('companyId').error}
        />
        <Select
          {...form.field('companyType')}
          data={companyTypes.map((value) => ({ value, label: kit.label(`companyTypes.${value}`) }))}
          clearable
        />
        <Select
          {...form.field('app')}
          data={apps.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={t('discounts.allApps')}
          clearable
        />
        <NumberInput
          {...form.field('percent')}
          min={0}
          max={100}
          decimalScale={2}
          suffix=" %"
          styles={{ input: { direction: 'ltr' } }}
        />
        <ValidDays form={form} />
      </EntityForm>
    </SidePanel>
  );
}
