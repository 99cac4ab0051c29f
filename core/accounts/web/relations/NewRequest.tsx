import { SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { z } from 'zod';
import { type CompanyType, companyTypes } from '#platform/common/company-kinds.ts';
import { searchMs } from '#platform/common/list.ts';
import { useAction, useData, useList } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type RequestType, requestTypes } from '../../common/company-kinds.ts';
import { api } from '../api.ts';
import { endOfCompanyDay, startOfCompanyDay } from '../companies/own-company.ts';
import { useText } from '../text.ts';
import { DayField } from './DayField.tsx';
import { TermsFields, termsDraft } from './TermsFields.tsx';

const draft = termsDraft.extend({
  type: z.enum(requestTypes),
  destinationId: z.string().nullable(),
  destinationEmail: z.string().trim(),
  destinationType: z.enum(companyTypes).nullable(),
  message: z.string().trim().max(2000, 'tooLong'),
});

/** Companies that a request can go to: recommended providers for an engagement, else companies with a contract. */
function useDestinations(type: RequestType, word: string) {
  const recommended = useData(
    api.company.recommended,
    { query: word ? { nameFilter: word } : {} },
    { enabled: type === 'ProviderEngagement' },
  );
  const related = useList(
    api.company.list,
    { limit: 10, total: false, ...(word ? { search: word } : {}) },
    { query: { onlyRelated: 'true' }, enabled: type !== 'ProviderEngagement' && type !== 'ClientEngagement' },
  );
  const found =
    type === 'ProviderEngagement' ? (recommended.data ?? []) : type === 'ClientEngagement' ? [] : related.rows;
  return found.map(({ id, name, type: kind }) => ({ id: String(id), name, kind }));
}

/** A client is always requested by address; a provider can also be found by name. */
const goesByEmail = (type: RequestType, by: 'name' | 'email') =>
  type === 'ClientEngagement' || (type === 'ProviderEngagement' && by === 'email');

const isEngagement = (type: RequestType) => type === 'ProviderEngagement' || type === 'ClientEngagement';

type NamedCompany = { id: number; name: string; type: CompanyType };

/** Sends a request to another company: one found by name, or the owner of an address. */
export function NewRequest({ companyId, to, onClose }: { companyId: number; to?: NamedCompany; onClose(): void }) {
  const t = useText();
  const types = useData(api.company.requestTypes);
  const create = useAction(api.companyRequest.create);
  const [by, setBy] = useState<'name' | 'email'>('name');
  const form = useEntityForm(draft, {
    namespace: 'accounts',
    initial: {
      type: 'ProviderEngagement',
      destinationId: to ? String(to.id) : null,
      destinationEmail: '',
      destinationType: null,
      contractFrom: '',
      contractTo: '',
      contractAbilities: null,
      message: '',
    },
    save: ({
      destinationId,
      destinationEmail,
      destinationType,
      contractFrom,
      contractTo,
      contractAbilities,
      ...rest
    }) =>
      create.ask({
        params: { id: companyId },
        body: {
          ...rest,
          ...(goesByEmail(rest.type, by)
            ? { destinationEmail, destinationType }
            : { destinationId: destinationId ? Number(destinationId) : null }),
          ...(isEngagement(rest.type) ? { contractFrom: startOfCompanyDay(contractFrom), contractAbilities } : {}),
          ...(isEngagement(rest.type) || rest.type === 'RenewContract'
            ? { contractTo: endOfCompanyDay(contractTo) }
            : {}),
        },
      }),
    onSaved: onClose,
  });
  const { type } = form.values;
  return (
    <SidePanel title={t('requests.new')} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t('requests.send')}>
        <Select
          {...form.field('type')}
          label={t('fields.requestType')}
          allowDeselect={false}
          data={(types.data ?? [type]).map((value) => ({ value, label: t(`values.requestType.${value}`) }))}
          description={t(`requests.explained.${type}`)}
        />
        {type === 'ProviderEngagement' && (
          <SegmentedControl
            fullWidth
            aria-label={t('requests.by')}
            value={by}
            onChange={(value) => setBy(value as typeof by)}
            data={(['name', 'email'] as const).map((value) => ({ value, label: t(`requests.${value}`) }))}
          />
        )}
        {goesByEmail(type, by) ? <ByEmail form={form} /> : <ByName form={form} {...(to ? { to } : {})} />}
        {isEngagement(type) && <TermsFields form={form} />}
        {type === 'RenewContract' && <DayField {...form.field('contractTo')} withAsterisk />}
        <Textarea {...form.field('message')} autosize minRows={3} maxRows={8} withAsterisk={false} />
      </EntityForm>
    </SidePanel>
  );
}

type DraftForm = ReturnType<typeof useEntityForm<typeof draft>>;

function ByEmail({ form }: { form: DraftForm }) {
  const kit = useKitText();
  const kinds = useData(api.company.types);
  const offered =
    form.values.type === 'ClientEngagement'
      ? companyTypes.filter((one) => one !== 'Integrator')
      : (kinds.data?.selectable ?? []);
  return (
    <>
      <TextInput
        {...form.field('destinationEmail')}
        type="email"
        withAsterisk
        styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
      />
      <Select
        {...form.field('destinationType')}
        withAsterisk
        data={offered.map((value) => ({ value, label: kit(`companyTypes.${value}`) }))}
      />
    </>
  );
}

function ByName({ form, to }: { form: DraftForm; to?: NamedCompany }) {
  const t = useText();
  const kit = useKitText();
  const [search, setSearch] = useState('');
  const [word] = useDebouncedValue(search.trim(), searchMs);
  const destinations = useDestinations(form.values.type, form.values.destinationId ? '' : word);
  const named =
    to && !destinations.some(({ id }) => id === String(to.id))
      ? [{ id: String(to.id), name: to.name, kind: to.type }, ...destinations]
      : destinations;
  return (
    <Select
      {...form.field('destinationId')}
      withAsterisk
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      nothingFoundMessage={t('requests.noCompany')}
      data={named.map(({ id, name, kind }) => ({ value: id, label: `${name} · ${kit(`companyTypes.${kind}`)}` }))}
    />
  );
}
