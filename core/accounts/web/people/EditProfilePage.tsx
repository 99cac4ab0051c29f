import { Box, Input, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { useParams } from 'react-router';
import { z } from 'zod';
import { CountryAndCity } from '#core/countries/web/parts.tsx';
import { id, personName, phone } from '#platform/common/validation/validation.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { setLanguage } from '#platform/web/i18n/i18n.ts';
import { reloadSession } from '#platform/web/session/session.ts';
import { shellAddresses } from '#platform/web/shell/routing/addresses.ts';
import { sizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { UserInfo } from '../../common/user.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { useTypedChecks } from './use-typed-checks.ts';

/** The person's own profile: names, phone, place of residence, and language. */
export function EditProfilePage() {
  const t = useText();
  const id = Number(useParams().userId);
  const info = useData(api.user.info, { params: { id } }, { silent: true });
  return (
    <PageFrame title={t('profile.edit')} parents={[{ label: t('profile.title'), to: shellAddresses.profile(id) }]}>
      {info.data ? (
        <Box maw={sizes.form}>
          <Panel>
            <PersonForm person={info.data} />
          </Panel>
        </Box>
      ) : (
        <QueryBoundary of={info} />
      )}
    </PageFrame>
  );
}

const personal = z.object({
  firstName: personName(),
  lastName: personName(),
  phone: z.preprocess(
    (text) => (text === '' ? null : text),
    phone().nullable(),
  ) as unknown as z.ZodNullable<z.ZodString>,
  locale: z.enum(['en', 'ar']),
  countryId: id().nullable(),
  cityId: id().nullable(),
  currentPassword: z.string(),
});

function PersonForm({ person }: { person: UserInfo }) {
  const t = useText();
  const update = useAction(api.user.update);
  const { city } = person.personalInfo;
  const form = useEntityForm(personal, {
    namespace: 'accounts',
    initial: {
      firstName: person.firstName,
      lastName: person.lastName,
      phone: person.phone ?? '',
      locale: person.locale,
      countryId: city?.country.id ?? null,
      cityId: city?.id ?? null,
      currentPassword: '',
    },
    async save({ currentPassword, ...values }) {
      const confirmed = values.phone === person.phone ? {} : { currentPassword };
      await update.ask({ params: { id: person.id }, body: { ...values, ...confirmed } });
      await reloadSession();
      if (values.locale !== person.locale) await setLanguage(values.locale);
    },
  });
  const typed = useTypedChecks({ phone: form.values.phone }, person, form.values.countryId as number | null);
  const { label, withAsterisk: _plain, ...locale } = form.field('locale');
  return (
    <EntityForm form={form} cancelTo={shellAddresses.profile(person.id)}>
      <TextInput {...form.field('firstName')} autoComplete="given-name" />
      <TextInput {...form.field('lastName')} autoComplete="family-name" />
      <TextInput
        {...form.field('phone')}
        {...typed.phone(form.field('phone').error)}
        type="tel"
        autoComplete="tel"
        styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
      />
      {String(form.values.phone ?? '').trim() !== (person.phone ?? '') && (
        <PasswordInput
          {...form.field('currentPassword')}
          description={t('profile.phonePassword')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
        />
      )}
      <CountryAndCity
        country={{
          ...form.field('countryId'),
          onClear: () => {
            form.set('countryId', null);
            form.set('cityId', null);
          },
        }}
        city={{ ...form.field('cityId'), known: city?.id && city.name ? { id: city.id, name: city.name } : null }}
      />
      <Input.Wrapper label={label} labelElement="div">
        <SegmentedControl
          {...locale}
          fullWidth
          aria-label={label}
          data={(['en', 'ar'] as const).map((value) => ({ value, label: t(`values.locale.${value}`) }))}
        />
      </Input.Wrapper>
    </EntityForm>
  );
}
