import { Button, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { transport } from '#platform/web/client/connection.ts';
import { useText } from '../text.ts';
import { AuthFrame, useAuthAddress } from './AuthFrame.tsx';
import { LinkByMail } from './LinkByMail.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useLinkToken } from './use-link-token.ts';

// A token works once, so a page that is rendered twice must not send it twice.
const asked = new Map<string, Promise<string | null>>();

/** The address that the link confirms; null for a link that does not work. */
function confirm(token: string): Promise<string | null> {
  const answer =
    asked.get(token) ??
    transport.send({ method: 'POST', path: '/auth/verify-account', body: { token }, open: true, silent: true }).then(
      (answer) => (answer.data as { email: string }).email,
      () => null,
    );
  asked.set(token, answer);
  return answer;
}

/** The page of links that confirm an address, and of the link that reverts a change of address. */
export function VerifyPage() {
  const undo = useLinkToken('undo');
  return undo ? <UndoEmailChange token={undo} /> : <ConfirmAddress />;
}

function UndoEmailChange({ token }: { token: string }) {
  const t = useText();
  const { refused, pending, done, onSubmit } = useAuthForm({
    required: [],
    send: () =>
      transport.send({ method: 'POST', path: '/auth/undo-email-change', body: { token }, open: true, silent: true }),
  });
  if (done) return <AuthFrame title={t('undo.doneTitle')} lead={t('undo.doneText')} />;
  return (
    <AuthFrame title={t('undo.title')} lead={t('undo.lead')} refused={refused && t('undo.refusedText')}>
      <form onSubmit={onSubmit} noValidate>
        <Button type="submit" size="md" loading={pending} fullWidth>
          {t('undo.submit')}
        </Button>
      </form>
    </AuthFrame>
  );
}

/** Confirms the address of a new account, or sends another link. */
function ConfirmAddress() {
  const t = useText();
  const address = useAuthAddress();
  const token = useLinkToken('token');
  const [state, setState] = useState<'asking' | 'refused' | { email: string }>(token ? 'asking' : 'refused');
  useEffect(() => {
    if (token) void confirm(token).then((email) => setState(email === null ? 'refused' : { email }));
  }, [token]);

  if (state === 'asking')
    return (
      <AuthFrame title={t('verify.title')} lead={t('verify.asking')} back={false}>
        <Loader />
      </AuthFrame>
    );
  if (state !== 'refused')
    return (
      <AuthFrame title={t('verify.doneTitle')} lead={t('verify.doneText')} back={false}>
        <Button component={Link} to={address('sign-in')} state={state} size="md" fullWidth>
          {t('signIn.submit')}
        </Button>
      </AuthFrame>
    );
  return (
    <LinkByMail
      path="/auth/resend-activation-email"
      title={t('verify.refusedTitle')}
      lead={t('verify.refusedText')}
      submit={t('verify.resend')}
      sent={{ title: t('verify.sentTitle'), lead: t('verify.sentText') }}
    />
  );
}
