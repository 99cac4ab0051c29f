import { Box, Select, TextInput } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { CountryField } from '#core/countries/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { reloadSession } from '#platform/web/session/session.ts';
import { sizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { TimeZoneSelect } from '#platform/web/ui/input/TimeZoneSelect.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { GoneState } from '#platform/web/ui/state/FailedState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { type CompanyProfile, company } from '../../common/company.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { ltr } from './company-fields.ts';
import { type LogoChange, LogoInput } from './LogoInput.tsx';
import { addresses } from './own-company.ts';

/** Name, address and time zone of a company; its status for administrators of the platform. */
export function EditCompanyPage() {
  const t = useText();
  const id = Number(useParams().companyId);
  const found = useData(api.company.get, { params: { id } }, { silent: true });
  return (
    <PageFrame
      title={t('companies.edit')}
      parents={[
        { label: t('pages.companies-list'), to: addresses.list },
        ...(found.data ? [{ label: found.data.name, to: addresses.profile(id) }] : []),
      ]}
    >
      {found.data?.managed === false ? (
        <GoneState />
      ) : found.data ? (
        <Box maw={sizes.form}>
          <Panel>
            <CompanyForm company={found.data} />
          </Panel>
        </Box>
      ) : (
        <QueryBoundary of={found} />
      )}
    </PageFrame>
  );
}

const draft = company.fields.pick({ name: true, email: true, timeZone: true, countryId: true, status: true }).extend({
  logo: z.custom<LogoChange>().optional(),
});

function CompanyForm({ company: before }: { company: CompanyProfile }) {
  const t = useText();
  const navigate = useNavigate();
  const { session } = useMe();
  const platform = session.user.adminType === 'Super Admin';
  const update = useAction(api.company.update);
  const form = useEntityForm(draft, {
    namespace: 'accounts',
    initial: {
      name: before.name,
      email: before.email,
      timeZone: before.timeZone,
      countryId: before.countryId,
      status: before.status,
      logo: undefined,
    },
    async save({ status, ...body }) {
      await update.ask({ params: { id: before.id }, body: platform ? { ...body, status } : body });
      if (before.id === session.user.companyId) await reloadSession();
    },
    onSaved: () => void navigate(addresses.profile(before.id)),
  });
  return (
    <EntityForm form={form} cancelTo={addresses.profile(before.id)}>
      <LogoInput {...form.field('logo')} name={before.name} known={before} />
      <TextInput {...form.field('name')} label={t('fields.companyName')} />
      <TextInput {...form.field('email')} label={t('fields.companyEmail')} type="email" styles={ltr} />
      <CountryField {...form.field('countryId')} />
      <TimeZoneSelect {...form.field('timeZone')} />
      {platform && (
        <Select
          {...form.field('status')}
          label={t('fields.companyStatus')}
          allowDeselect={false}
          data={(['Active', 'Inactive'] as const).map((value) => ({
            value,
            label: t(`values.contractStatus.${value}`),
          }))}
        />
      )}
    </EntityForm>
  );
}
