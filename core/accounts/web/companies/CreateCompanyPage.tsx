import { Box, Divider, Select, TextInput } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { unitedArabEmirates } from '#core/countries/common/defaults.ts';
import { CountryField } from '#core/countries/web/parts.tsx';
import { type CompanyType, companyTypes } from '#platform/common/company-kinds.ts';
import { phone } from '#platform/common/validation/validation.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { currentLanguage } from '#platform/web/i18n/i18n.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { TimeZoneSelect } from '#platform/web/ui/input/TimeZoneSelect.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { companyBody } from '../../common/company.ts';
import { api } from '../api.ts';
import { useTypedChecks } from '../people/use-typed-checks.ts';
import { DayField } from '../relations/DayField.tsx';
import { useText } from '../text.ts';
import { ltr, optional } from './company-fields.ts';
import { type LogoChange, LogoInput } from './LogoInput.tsx';
import { addresses, endOfCompanyDay } from './own-company.ts';

const draft = companyBody.omit({ contractTo: true, logo: true }).extend({
  contractTo: z.string(),
  logo: z.custom<LogoChange>().optional(),
  type: z.enum(companyTypes, 'Required'),
  phone: optional(phone()),
});

/** A page to create a company; it leads to the page of the new company. */
export function CreateCompanyPage() {
  const t = useText();
  const { user } = useMe().session;
  const navigate = useNavigate();
  return (
    <PageFrame parents={[{ label: t('pages.companies-list'), to: addresses.list }]}>
      <CreateCompany
        cancelTo={addresses.list}
        onMade={({ id, managed }) =>
          void navigate(user.companyId === null || managed ? addresses.profile(id) : addresses.list)
        }
      />
    </PageFrame>
  );
}

type CreateProps = {
  /** The only kind that is created here; by default the person chooses. */
  kind?: CompanyType;
  cancelTo: string;
  onMade(company: { id: number; managed: boolean }): void;
};

/** The form of a new company of a kind that the person may create, with its first administrator. */
export function CreateCompany({ kind, cancelTo, onMade }: CreateProps) {
  const t = useText();
  const kit = useKitText();
  const [search] = useSearchParams();
  const kinds = useData(api.company.types);
  const me = useMe();
  const any = useAction(api.company.create);
  const provider = useAction(api.company.createProvider);
  const customer = useAction(api.company.createCustomer);
  const form = useEntityForm(draft, {
    namespace: 'accounts',
    initial: {
      type: kind ?? (search.get('type') as CompanyType | null) ?? ('' as const),
      name: '',
      email: '',
      countryId: unitedArabEmirates,
      logo: undefined,
      contractTo: '',
      timeZone: me.user.company?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      firstName: '',
      lastName: '',
      adminEmail: '',
      phone: '',
      locale: currentLanguage(),
    },
    async save(body) {
      onMade(await send(body));
    },
  });
  /** Each kind by the call whose permission it needs. */
  function send({ type, logo, contractTo, ...rest }: z.output<typeof draft>) {
    const body = {
      ...rest,
      ...(logo ? { logo } : {}),
      ...(contractTo ? { contractTo: endOfCompanyDay(contractTo) } : {}),
    };
    if (type === 'Customer') return customer.ask({ body });
    return (me.session.user.adminType === null ? provider : any).ask({ body: { ...body, type } });
  }
  const typed = useTypedChecks(
    { email: form.values.adminEmail, phone: form.values.phone },
    null,
    form.values.countryId as number,
  );
  const admin = { ...form.field('adminEmail'), ...typed.email(form.field('adminEmail').error) };
  return (
    <Box maw={sizes.form}>
      <Panel>
        <EntityForm form={form} cancelTo={cancelTo} submitLabel={t('companies.create')}>
          {kind === undefined && (
            <Select
              {...form.field('type')}
              label={t('fields.companyType')}
              data={(kinds.data?.creatable ?? []).map((value) => ({ value, label: kit(`companyTypes.${value}`) }))}
              searchable
              allowDeselect={false}
            />
          )}
          <TextInput {...form.field('name')} label={t('fields.companyName')} />
          <TextInput {...form.field('email')} label={t('fields.companyEmail')} type="email" styles={ltr} />
          <CountryField {...form.field('countryId')} />
          <TimeZoneSelect {...form.field('timeZone')} />
          {me.session.user.companyId !== null && (
            <DayField {...form.field('contractTo')} description={t('contract.toHint')} withAsterisk={false} />
          )}
          <LogoInput {...form.field('logo')} name={form.values.name} />
          <Divider label={t('companies.administrator')} labelPosition="left" mt="sm" />
          <TextInput {...form.field('firstName')} />
          <TextInput {...form.field('lastName')} />
          <TextInput {...admin} type="email" description={t('companies.administratorHint')} styles={ltr} />
          <TextInput {...form.field('phone')} {...typed.phone(form.field('phone').error)} type="tel" styles={ltr} />
          <Select
            {...form.field('locale')}
            allowDeselect={false}
            data={(['en', 'ar'] as const).map((value) => ({ value, label: t(`values.locale.${value}`) }))}
          />
        </EntityForm>
      </Panel>
    </Box>
  );
}
