import { PasswordInput } from '@mantine/core';
import { z } from 'zod';
import { password } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { PasswordChecklist } from '#platform/web/ui/form/PasswordChecklist.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';

const change = z
  .object({
    currentPassword: z.string('Required').min(1, 'Required'),
    password: password(),
    repeat: z.string('Required').min(1, 'Required'),
  })
  .refine((values) => values.password === values.repeat, { path: ['repeat'], message: 'matchPassword' });

/** Changes the password, which ends all other sessions. */
export function PasswordForm({ id }: { id: number }) {
  const t = useText();
  const action = useAction(api.user.changePassword, { invalidates: [api.security.sessions] });
  const form = useEntityForm(change, {
    namespace: 'accounts',
    initial: { currentPassword: '', password: '', repeat: '' },
    save: ({ currentPassword, password: next }) =>
      action.ask({ params: { id }, body: { currentPassword, password: next }, silent: 'success' }),
    onSaved: () => notify({ kind: 'success', message: t('password.changed') }),
    clears: true,
  });
  const toggle = { visibilityToggleButtonProps: { 'aria-label': t('signIn.showPassword') } };
  return (
    <EntityForm form={form} submitLabel={t('password.submit')}>
      <PasswordInput {...form.field('currentPassword')} autoComplete="current-password" {...toggle} />
      <PasswordInput {...form.field('password')} autoComplete="new-password" {...toggle} />
      <PasswordChecklist value={form.values.password} />
      <PasswordInput {...form.field('repeat')} autoComplete="new-password" {...toggle} />
    </EntityForm>
  );
}
