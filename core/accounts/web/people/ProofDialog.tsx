import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorMessage } from '#platform/web/client/connection.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';

type Props = {
  /** What proves who the person is. */
  by: 'code' | 'password';
  onProved(): void;
  onCancel(): void;
};

/** Asks the person to prove who they are. Enter sends it, and Escape cancels what needed the proof. */
export function ProofDialog({ by, onProved, onCancel }: Props) {
  const t = useText();
  const kit = useKitText();
  const prove = useAction(api.security.prove);
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);
  async function send(event: FormEvent) {
    event.preventDefault();
    setError(null);
    try {
      await prove.ask({ body: by === 'code' ? { code: value.trim() } : { currentPassword: value }, silent: true });
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure;
      const isWrong = failure.errors.some(({ param }) => param === 'currentPassword');
      setError(isWrong ? kit('validation.wrongPassword') : errorMessage(failure));
      return;
    }
    onProved();
  }
  const shared = {
    value,
    error,
    onChange: (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value),
    'data-autofocus': true,
  };
  return (
    <Modal opened onClose={onCancel} title={t('proof.title')} closeButtonProps={{ 'aria-label': kit('actions.close') }}>
      <form onSubmit={(event) => void send(event)} noValidate>
        <Stack gap="md">
          <Text>{t(by === 'code' ? 'proof.byCode' : 'proof.byPassword')}</Text>
          {by === 'code' ? (
            <TextInput
              {...shared}
              label={t('tfa.offCode')}
              autoComplete="one-time-code"
              maxLength={20}
              styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
            />
          ) : (
            <PasswordInput
              {...shared}
              label={t('fields.currentPassword')}
              autoComplete="current-password"
              maxLength={128}
              visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onCancel}>
              {t('tfa.cancel')}
            </Button>
            <Button type="submit" loading={prove.pending} disabled={!value.trim()}>
              {t('tfa.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
