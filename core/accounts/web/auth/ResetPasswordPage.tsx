import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { transport } from '#platform/web/client/connection.ts';
import { useText } from '../text.ts';
import { AuthFrame, useAuthAddress } from './AuthFrame.tsx';
import { PasswordFields } from './PasswordFields.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useLinkToken } from './use-link-token.ts';

/** Sets a password with the token of a mailed link: a forgotten one, or the first one of an invited person. */
export function ResetPasswordPage() {
  const t = useText();
  const address = useAuthAddress();
  const token = useLinkToken('token');
  const { form, errors, refused, pending, done, onSubmit } = useAuthForm({
    required: ['password', 'repeat'],
    send: (field) =>
      transport.send({
        method: 'POST',
        path: '/auth/set-password',
        body: { token, password: field('password') },
        open: true,
        silent: true,
      }),
  });
  if (!token)
    return (
      <AuthFrame title={t('reset.noTokenTitle')} lead={t('reset.noTokenText')}>
        <Button component={Link} to={address('forget-password')} size="md" fullWidth>
          {t('reset.askAgain')}
        </Button>
      </AuthFrame>
    );
  if (done)
    return (
      <AuthFrame title={t('reset.doneTitle')} lead={t('reset.doneText')} back={false}>
        <Button component={Link} to={address('sign-in')} size="md" fullWidth>
          {t('signIn.submit')}
        </Button>
      </AuthFrame>
    );
  return (
    <AuthFrame title={t('reset.title')} lead={t('reset.lead')} refused={refused}>
      <form ref={form} onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <PasswordFields errors={errors} renewed />
          <Button type="submit" size="md" loading={pending} fullWidth>
            {t('reset.submit')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
