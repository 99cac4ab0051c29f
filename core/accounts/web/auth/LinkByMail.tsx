import { Button, Stack, TextInput } from '@mantine/core';
import { transport } from '#platform/web/client/connection.ts';
import { useText } from '../text.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { useAuthForm } from './use-auth-form.ts';

type Props = {
  /** The call that mails the link. */
  path: string;
  title: string;
  lead: string;
  submit: string;
  /** The message afterwards, which is the same for every address. */
  sent: { title: string; lead: string };
  autoFocus?: boolean;
};

/** Asks for an address and has a link mailed to it. */
export function LinkByMail({ path, title, lead, submit, sent, autoFocus = false }: Props) {
  const t = useText();
  const { form, errors, refused, pending, done, onSubmit } = useAuthForm({
    required: ['email'],
    send: (field) =>
      transport.send({ method: 'POST', path, body: { email: field('email') }, open: true, silent: true }),
  });
  if (done) return <AuthFrame {...sent} />;
  return (
    <AuthFrame title={title} lead={lead} refused={refused}>
      <form ref={form} onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <TextInput
            name="email"
            type="email"
            label={t('signIn.email')}
            autoComplete="username"
            autoFocus={autoFocus}
            error={errors.email}
            styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
          />
          <Button type="submit" size="md" loading={pending} fullWidth>
            {submit}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
