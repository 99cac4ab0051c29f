import { PasswordInput, TextInput } from '@mantine/core';
import { z } from 'zod';
import { email } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { api } from '../api.ts';
import { ltr } from '../companies/company-fields.ts';
import { useText } from '../text.ts';

const draft = z.object({ email: email(), currentPassword: z.string('Required').min(1, 'Required') });

/** Changes the address for signing in, once the new one is confirmed. */
export function EmailForm({ id }: { id: number }) {
  const t = useText();
  const action = useAction(api.user.changeEmail);
  const form = useEntityForm(draft, {
    namespace: 'accounts',
    initial: { email: '', currentPassword: '' },
    async save(body) {
      await action.ask({ params: { id }, body, silent: 'success' });
      notify({ kind: 'success', message: t('newEmail.sent', { email: body.email }) });
    },
    clears: true,
  });
  return (
    <EntityForm form={form} submitLabel={t('newEmail.submit')}>
      <TextInput
        {...form.field('email')}
        label={t('newEmail.address')}
        description={t('newEmail.hint')}
        type="email"
        autoComplete="email"
        styles={ltr}
      />
      <PasswordInput
        {...form.field('currentPassword')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
      />
    </EntityForm>
  );
}
