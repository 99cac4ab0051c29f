import { Button, NumberInput, Select, Stack, Table, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CountryField } from '#core/countries/web/parts.tsx';
import { currencies } from '#platform/common/text/currencies.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { type CountrySelling, countrySelling, type Seller, seller } from '../common/seller.ts';
import { shopCurrency } from '../common/shop-currency.ts';
import { api, useText } from './api.ts';
import { Money } from './Money.tsx';

const shownDay = (day: string): string => day.split('-').reverse().join('/');
const today = (): string => new Date().toISOString().slice(0, 10);

/** The seller and what each country pays: the current terms, and changes from a day on. */
export const SellingTerms = () => (
  <Stack>
    <SellerTerms />
    <CountryTerms />
  </Stack>
);

function SellerTerms() {
  const t = useText();
  const query = useData(api.seller.sellers);
  const [editing, setEditing] = useState(false);
  if (!query.data) return <QueryBoundary of={query} />;
  const known = query.data;
  const current = known.find(({ validFrom }) => validFrom <= today()) ?? known[0];
  return (
    <>
      <Facts
        title={t('terms.seller')}
        aside={
          <Button variant="default" onClick={() => setEditing(true)}>
            {t('terms.change')}
          </Button>
        }
        items={
          current
            ? [
                [t('fields.legalNameEn'), <bdi key="en">{current.legalNameEn}</bdi>],
                [t('fields.legalNameAr'), <bdi key="ar">{current.legalNameAr}</bdi>],
                [t('fields.bank'), <bdi key="bank">{current.bank}</bdi>],
                [t('fields.iban'), <Bdi key="iban">{current.iban}</Bdi>],
                [t('fields.swift'), <Bdi key="swift">{current.swift}</Bdi>],
                [t('fields.validFrom'), <Bdi key="from">{shownDay(current.validFrom)}</Bdi>],
              ]
            : [[t('terms.seller'), t('none')]]
        }
      />
      {editing && <SellerPanel before={current} onClose={() => setEditing(false)} />}
    </>
  );
}

function SellerPanel({ before, onClose }: { before: Seller | undefined; onClose(): void }) {
  const t = useText();
  const set = useAction(api.seller.setSeller, { onDone: onClose });
  const form = useEntityForm(seller, {
    namespace: 'market',
    initial: {
      legalNameEn: '',
      legalNameAr: '',
      addressEn: '',
      addressAr: '',
      bank: '',
      iban: '',
      swift: '',
      ...before,
      validFrom: today(),
    },
    save: (body) => set.ask({ body }),
  });
  return (
    <SidePanel title={t('terms.changeSeller')} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t('terms.save')}>
        <DayInput
          {...form.field('validFrom')}
          value={String(form.field('validFrom').value ?? '')}
          minDate={today()}
          description={t('terms.fromHint')}
        />
        <TextInput {...form.field('legalNameEn')} dir="ltr" />
        <TextInput {...form.field('legalNameAr')} dir="rtl" />
        <Textarea {...form.field('addressEn')} dir="ltr" autosize minRows={2} />
        <Textarea {...form.field('addressAr')} dir="rtl" autosize minRows={2} />
        <TextInput {...form.field('bank')} />
        <TextInput {...form.field('iban')} dir="ltr" />
        <TextInput {...form.field('swift')} dir="ltr" />
      </EntityForm>
    </SidePanel>
  );
}

function CountryTerms() {
  const t = useText();
  const query = useData(api.seller.countries);
  const [editing, setEditing] = useState<CountrySelling | 'new' | null>(null);
  if (!query.data) return <QueryBoundary of={query} />;
  return (
    <Panel
      title={t('terms.countries')}
      aside={
        <Button variant="default" onClick={() => setEditing('new')}>
          {t('terms.addCountry')}
        </Button>
      }
    >
      <Table.ScrollContainer minWidth={640}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('fields.countryId')}</Table.Th>
              <Table.Th>{t('fields.validFrom')}</Table.Th>
              <Table.Th>{t('fields.taxPercent')}</Table.Th>
              <Table.Th>{t('fields.sellerTrn')}</Table.Th>
              <Table.Th>{t('fields.shippingFee')}</Table.Th>
              <Table.Th>{t('fields.perDollar')}</Table.Th>
              <Table.Th aria-label={t('terms.change')} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {query.data.map((row) => (
              <Table.Tr key={`${row.countryId} ${row.validFrom}`}>
                <Table.Td>
                  <bdi>{row.country.name}</bdi>
                </Table.Td>
                <Table.Td>
                  <Bdi>{shownDay(row.validFrom)}</Bdi>
                </Table.Td>
                <Table.Td>
                  <Bdi>{`${row.taxPercent} %`}</Bdi>
                </Table.Td>
                <Table.Td>
                  <Bdi>{row.sellerTrn ?? '–'}</Bdi>
                </Table.Td>
                <Table.Td>
                  <Money of={row.shippingFee} />
                </Table.Td>
                <Table.Td>
                  <Bdi>{`${row.perDollar} ${row.currency}`}</Bdi>
                </Table.Td>
                <Table.Td>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={t('terms.changeOf', { country: row.country.name })}
                    onClick={() => setEditing(row)}
                  >
                    {t('terms.change')}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {editing && <CountryPanel before={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </Panel>
  );
}

function CountryPanel({ before, onClose }: { before: CountrySelling | null; onClose(): void }) {
  const t = useText();
  const set = useAction(api.seller.setCountry, { onDone: onClose });
  const form = useEntityForm(countrySelling, {
    namespace: 'market',
    initial: {
      countryId: before?.countryId ?? '',
      validFrom: today(),
      taxPercent: before?.taxPercent ?? 0,
      sellerTrn: before?.sellerTrn ?? null,
      shippingFee: before?.shippingFee ?? 0,
      currency: before?.currency ?? shopCurrency,
      perDollar: before?.perDollar ?? 1,
    },
    save: (body) => set.ask({ body }),
  });
  const ltr = { input: { direction: 'ltr' } } as const;
  return (
    <SidePanel title={t('terms.changeCountry')} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t('terms.save')}>
        <CountryField {...form.field('countryId')} />
        <DayInput
          {...form.field('validFrom')}
          value={String(form.field('validFrom').value ?? '')}
          minDate={today()}
          description={t('terms.fromHint')}
        />
        <NumberInput {...form.field('taxPercent')} min={0} max={100} suffix=" %" styles={ltr} />
        <TextInput {...form.field('sellerTrn')} dir="ltr" />
        <NumberInput {...form.field('shippingFee')} min={0} decimalScale={2} prefix="$" styles={ltr} />
        <Select {...form.field('currency')} data={[...currencies]} allowDeselect={false} />
        <NumberInput {...form.field('perDollar')} min={0} decimalScale={6} styles={ltr} />
      </EntityForm>
    </SidePanel>
  );
}
