import { Alert, Anchor, Button, Checkbox, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { unitedArabEmirates } from '#core/countries/common/defaults.ts';
import { CountryField } from '#core/countries/web/parts.tsx';
import { transport } from '#platform/web/client/connection.ts';
import { currentLanguage } from '#platform/web/i18n/i18n.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { required } from '#platform/web/ui/form/required.ts';
import { useText } from '../text.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { PasswordFields } from './PasswordFields.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useLinkToken } from './use-link-token.ts';

type Invitation = { email: string; from: string; companyType: 'Customer'; known: boolean };

/** The offer of an invitation's link; null without one or if it has expired. */
function useInvitation(token: string): Invitation | null {
  const [found, setFound] = useState<Invitation | null>(null);
  useEffect(() => {
    if (!token) return;
    transport
      .send({
        method: 'GET',
        path: `/company/request/invitation/${encodeURIComponent(token)}`,
        open: true,
        silent: true,
      })
      .then(
        (answer) => setFound(answer.data as Invitation),
        // With an expired invitation this is an ordinary sign-up.
        () => setFound(null),
      );
  }, [token]);
  return found;
}

/** A new customer with its first administrator. */
export function SignUpPage() {
  const t = useText();
  const kit = useKitText();
  const token = useLinkToken('invitation');
  const invitation = useInvitation(token);
  const [email, setEmail] = useState('');
  const [country, setCountry] = useState<number>(unitedArabEmirates);
  const [agreed, setAgreed] = useState(false);
  const { form, errors, refused, pending, done, onSubmit } = useAuthForm({
    required: ['companyName', 'firstName', 'lastName', 'email', 'password', 'repeat'],
    send: (field) =>
      transport.send({
        method: 'POST',
        path: '/company/customer/signup',
        open: true,
        silent: true,
        body: {
          companyName: field('companyName'),
          firstName: field('firstName'),
          lastName: field('lastName'),
          email: field('email'),
          phone: field('phone') || null,
          password: field('password'),
          locale: currentLanguage(),
          countryId: country,
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          ...(invitation ? { invitation: token } : {}),
        },
      }),
  });
  const address = invitation?.email ?? email;
  if (done) return <ConfirmMailed email={address} />;
  return (
    <AuthFrame title={t('signUp.title')} lead={t('signUp.lead')} refused={refused}>
      {invitation && (
        <Alert variant="light">
          {t('signUp.invited', { from: invitation.from, type: kit(`companyTypes.${invitation.companyType}`) })}
        </Alert>
      )}
      <form ref={form} onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <TextInput
            {...required}
            name="companyName"
            label={t('auth.companyName')}
            autoComplete="organization"
            autoFocus
            error={errors.companyName}
          />
          <CountryField label={t('fields.countryId')} value={country} onChange={setCountry} error={errors.countryId} />
          <NameFields errors={errors} />
          <TextInput
            {...required}
            name="email"
            type="email"
            label={t('signIn.email')}
            autoComplete="username"
            value={address}
            readOnly={invitation !== null}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={errors.email}
            styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
          />
          <TextInput
            name="phone"
            type="tel"
            label={t('auth.phoneOptional')}
            description={t('auth.phoneHint')}
            autoComplete="tel"
            error={errors.phone}
            styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
          />
          <PasswordFields errors={errors} />
          <Checkbox
            checked={agreed}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
            label={<Agreement />}
          />
          <Button type="submit" size="md" loading={pending} disabled={!agreed} fullWidth>
            {t('signUp.submit')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}

function NameFields({ errors }: { errors: Record<string, string> }) {
  const t = useText();
  return (
    <SimpleGrid cols={2} spacing="sm">
      <TextInput
        {...required}
        name="firstName"
        label={t('fields.firstName')}
        autoComplete="given-name"
        error={errors.firstName}
      />
      <TextInput
        {...required}
        name="lastName"
        label={t('fields.lastName')}
        autoComplete="family-name"
        error={errors.lastName}
      />
    </SimpleGrid>
  );
}

function Agreement() {
  const t = useText();
  return (
    <Text component="span" size="sm">
      {t('signUp.agree')}{' '}
      <Anchor component={Link} to="/terms-and-conditions" target="_blank" underline="always" inherit>
        {t('pages.terms-and-conditions')}
      </Anchor>{' '}
      {t('signUp.and')}{' '}
      <Anchor component={Link} to="/data-policy" target="_blank" underline="always" inherit>
        {t('pages.data-policy')}
      </Anchor>
    </Text>
  );
}

/** The mail that confirms the address is on its way, or is sent again. */
function ConfirmMailed({ email }: { email: string }) {
  const t = useText();
  const { refused, pending, done, onSubmit } = useAuthForm({
    required: [],
    send: () =>
      transport.send({
        method: 'POST',
        path: '/auth/resend-activation-email',
        body: { email },
        open: true,
        silent: true,
      }),
  });
  return (
    <AuthFrame title={t('signUp.sentTitle')} lead={t('signUp.sentText', { email })} refused={refused}>
      <Text size="sm">{t('signUp.notReceived')}</Text>
      <form onSubmit={onSubmit} noValidate>
        <Button type="submit" variant="default" size="md" loading={pending} disabled={done} fullWidth>
          {t(done ? 'signUp.sentAgain' : 'signUp.sendAgain')}
        </Button>
      </form>
    </AuthFrame>
  );
}
