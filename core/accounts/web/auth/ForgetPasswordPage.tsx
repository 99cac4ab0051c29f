import { Button, Stack, TextInput } from '@mantine/core';
import { transport } from '#platform/web/client/connection.ts';
import { useText } from '../text.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Asks for a link to set a new password. The answer is the same for every address. */
export function ForgetPasswordPage() {
  const t = useText();
  const { errors, refused, pending, done, onSubmit } = useAuthForm({
    required: ['email'],
    send: (field) =>
      transport.send({
        method: 'POST',
        path: '/auth/reset-password',
        body: { email: field('email') },
        open: true,
        silent: true,
      }),
  });
  if (done) return <AuthFrame title={t('forgot.sentTitle')} lead={t('forgot.sentText')} />;
  return (
    <AuthFrame title={t('forgot.title')} lead={t('forgot.lead')} refused={refused}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <TextInput
            name="email"
            type="email"
            label={t('signIn.email')}
            autoComplete="username"
            autoFocus
            error={errors.email}
            styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
          />
          <Button type="submit" size="md" loading={pending} fullWidth>
            {t('forgot.submit')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
