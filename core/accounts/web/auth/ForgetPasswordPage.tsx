import { useText } from '../text.ts';
import { LinkByMail } from './LinkByMail.tsx';

/** Asks for a link to set a new password. */
export function ForgetPasswordPage() {
  const t = useText();
  return (
    <LinkByMail
      path="/auth/reset-password"
      title={t('forgot.title')}
      lead={t('forgot.lead')}
      submit={t('forgot.submit')}
      sent={{ title: t('forgot.sentTitle'), lead: t('forgot.sentText') }}
      autoFocus
    />
  );
}
