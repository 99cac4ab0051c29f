import { Alert, Anchor, Button, Checkbox, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { errorMessage } from '#platform/web/client/connection.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { signIn } from '#platform/web/session/sign-in.ts';
import { targetOf } from '#platform/web/shell/routing/addresses.ts';
import { useText } from '../text.ts';
import { useAuthAddress } from './AuthFrame.tsx';

/** Email and password, and the code of the authenticator app once the server asks for it. */
export function SignInPage() {
  const t = useText();
  const address = useAuthAddress();
  const { pathname, state } = useLocation();
  // The address that was just confirmed.
  const known = (state as { email?: string } | null)?.email ?? '';
  const { pending, refused, submit, missing, tfa, setTfa, locked, mailed } = useSignIn();

  useEffect(() => {
    document.title = t('pages.auth-sign-in');
  }, [t]);

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <div>
          <Title order={1}>{t('signIn.title')}</Title>
          <Text c="dimmed">{t('signIn.lead')}</Text>
        </div>
        {refused && (
          <Alert color="red" variant="light" role="alert">
            {refused}
          </Alert>
        )}
        <TextInput
          name="email"
          type="email"
          label={t('signIn.email')}
          autoComplete="username"
          defaultValue={known}
          autoFocus={!known}
          required
          withAsterisk={false}
          readOnly={tfa}
          error={missing.email}
          styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
        />
        <PasswordInput
          name="password"
          label={t('signIn.password')}
          autoComplete="current-password"
          autoFocus={known !== ''}
          required
          withAsterisk={false}
          readOnly={tfa}
          error={missing.password}
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
        />
        {(tfa || locked || mailed) && (
          <TextInput
            name="code"
            label={t(mailed ? 'signIn.mailedCode' : 'signIn.code')}
            description={t(mailed ? 'signIn.mailedCodeHint' : tfa ? 'signIn.codeHint' : 'signIn.lockedHint')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={20}
            autoFocus={tfa}
            required={tfa}
            withAsterisk={false}
            error={missing.code}
          />
        )}
        <Group justify="space-between">
          <Checkbox name="keep" label={t('signIn.keep')} defaultChecked />
          <Anchor component={Link} to={address('forget-password')} size="sm">
            {t('signIn.forgot')}
          </Anchor>
        </Group>
        <Button type="submit" size="md" loading={pending} fullWidth>
          {t('signIn.submit')}
        </Button>
        {tfa && (
          <Anchor component="button" type="button" size="sm" onClick={() => setTfa(false)}>
            {t('signIn.otherAccount')}
          </Anchor>
        )}
        {!pathname.startsWith('/global') && (
          <Text size="sm">
            {t('signIn.newHere')}{' '}
            <Anchor component={Link} to={address('sign-up')} underline="always" inherit>
              {t('signIn.signUp')}
            </Anchor>
          </Text>
        )}
      </Stack>
    </form>
  );
}

// The rule of the server, without its library, to keep the page small.
const mailAddress = /^(?=.{6,254}$)[^\s@]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z]{2,63}$/i;

type Missing = Partial<Record<'email' | 'password' | 'code', string>>;

function useSignIn() {
  const kit = useKitText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [tfa, setTfa] = useState(false);
  const [locked, setLocked] = useState(false);
  const [mailed, setMailed] = useState(false);
  const [missing, setMissing] = useState<Missing>({});
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);

  async function enter(form: FormData): Promise<void> {
    const field = (name: string) => String(form.get(name) ?? '').trim();
    const absent = (['email', 'password', ...(tfa ? (['code'] as const) : [])] as const).filter((name) => !field(name));
    setMissing(Object.fromEntries(absent.map((name) => [name, kit('validation.Required')])));
    if (absent.length > 0) return;
    if (!mailAddress.test(field('email'))) return setMissing({ email: kit('validation.invalidEmail') });
    setRefused(null);
    setPending(true);
    try {
      await signIn({
        email: field('email'),
        password: String(form.get('password')),
        shortTerm: !form.get('keep'),
        ...(field('code') ? { code: field('code') } : {}),
      });
      await navigate(targetOf(search), { replace: true });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.word === 'tfa-required') setTfa(true);
      else setRefused(errorMessage(error));
      if (error.word === 'sign-in-code') setMailed(true);
      // The code of the authenticator app lifts a lock.
      if (error.status === 423) setLocked(true);
      setMissing(
        Object.fromEntries(
          error.errors.map(({ param, msg }) => [param, kit(`validation.${msg}` as 'validation.invalid')]),
        ),
      );
    } finally {
      setPending(false);
    }
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void enter(new FormData(event.currentTarget));
  };
  return { submit, missing, tfa, setTfa, locked, mailed, pending, refused };
}
