import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { PasswordChecklist } from '#platform/web/ui/form/PasswordChecklist.tsx';
import { required } from '#platform/web/ui/form/required.ts';
import { useText } from '../text.ts';

type Props = {
  errors: Record<string, string>;
  /** Whether it replaces another password. */
  renewed?: boolean;
};

/** A new password with its checklist, and its repetition. */
export function PasswordFields({ errors, renewed = false }: Props) {
  const t = useText();
  const [value, setValue] = useState('');
  const toggle = { visibilityToggleButtonProps: { 'aria-label': t('signIn.showPassword'), tabIndex: 0 } };
  return (
    <>
      <div>
        <PasswordInput
          {...required}
          name="password"
          label={t(renewed ? 'fields.password' : 'signIn.password')}
          autoComplete="new-password"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          error={errors.password}
          mb="xs"
          {...toggle}
        />
        <PasswordChecklist value={value} />
      </div>
      <PasswordInput
        {...required}
        name="repeat"
        label={t(renewed ? 'fields.repeat' : 'auth.repeat')}
        autoComplete="new-password"
        error={errors.repeat}
        {...toggle}
      />
    </>
  );
}
