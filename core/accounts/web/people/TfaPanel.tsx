import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorMessage } from '#platform/web/client/connection.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { meaningColors, sizes } from '#platform/web/theme.ts';
import { QrCode } from '#platform/web/ui/images/QrCode.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Begun = { secret: string; address: string };

/** The second factor: switched on by scanning a code and typing one, switched off with a code. */
export function TfaPanel() {
  const t = useText();
  const state = useData(api.security.tfa, {}, { silent: true });
  const action = useAction(api.security.switchTfa);
  const [begun, setBegun] = useState<Begun | null>(null);
  const [ending, setEnding] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const enabled = state.data?.enabled ?? false;

  async function begin() {
    const answer = await action.ask({ body: { enable: true }, silent: 'success' });
    if (answer.secret && answer.address) setBegun({ secret: answer.secret, address: answer.address });
  }
  async function confirm(code: string, currentPassword: string) {
    const answer = await action.ask({ body: { enable: !enabled, code, currentPassword }, silent: true });
    setBegun(null);
    setEnding(false);
    setCodes(answer.recoveryCodes);
  }

  if (!state.data) return <QueryBoundary of={state} height={sizes.drawing} />;
  return (
    <Panel
      title={t('tfa.title')}
      aside={<ToneChip tone={enabled ? 'good' : 'none'}>{t(enabled ? 'tfa.on' : 'tfa.off')}</ToneChip>}
    >
      <Stack gap="md">
        <Text c="dimmed">{enabled ? t('tfa.codesLeft', { count: state.data.recoveryCodesLeft }) : t('tfa.why')}</Text>
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
        {begun && (
          <Group align="flex-start" gap="lg">
            <QrCode text={begun.address} label={t('tfa.qr')} />
            <Stack gap="xs" flex={1} miw={sizes.drawing}>
              <Text>{t('tfa.scan')}</Text>
              <Text size="sm" c="dimmed">
                {t('tfa.byHand')} <Bdi>{begun.secret}</Bdi>
              </Text>
              <CodeForm
                label={t('tfa.code')}
                submit={t('tfa.confirm')}
                onCode={confirm}
                onCancel={() => setBegun(null)}
              />
            </Stack>
          </Group>
        )}
        {ending && (
          <CodeForm
            label={t('tfa.offCode')}
            submit={t('tfa.switchOff')}
            danger
            onCode={confirm}
            onCancel={() => setEnding(false)}
          />
        )}
        {!begun && !ending && !codes && (
          <Group>
            {enabled ? (
              <Button variant="default" onClick={() => setEnding(true)}>
                {t('tfa.switchOff')}
              </Button>
            ) : (
              <Button onClick={() => void begin()} loading={action.pending}>
                {t('tfa.switchOn')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Panel>
  );
}

type CodeProps = {
  label: string;
  submit: string;
  danger?: boolean;
  onCode(code: string, password: string): Promise<void>;
  onCancel(): void;
};

function CodeForm({ label, submit, danger = false, onCode, onCancel }: CodeProps) {
  const t = useText();
  const kit = useKitText();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [wrongPassword, setWrongPassword] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  async function send(event: FormEvent) {
    event.preventDefault();
    setPending(true);
    setError(null);
    setWrongPassword(null);
    try {
      await onCode(code.trim(), password);
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure;
      const [wrong] = failure.errors.filter(({ param }) => param === 'currentPassword');
      if (wrong) setWrongPassword(kit(`validation.${wrong.msg}` as 'validation.wrongPassword'));
      else setError(errorMessage(failure));
    } finally {
      setPending(false);
    }
  }
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Stack gap="sm" maw={sizes.dropdown}>
        <TextInput
          label={label}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={error}
          autoComplete="one-time-code"
          inputMode="text"
          maxLength={20}
          data-autofocus
          styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
        />
        <PasswordInput
          label={t('fields.currentPassword')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={wrongPassword}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
        />
        <Group gap="xs">
          <Button
            type="submit"
            loading={pending}
            disabled={!code.trim() || !password}
            {...(danger ? { color: meaningColors.danger } : {})}
          >
            {submit}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('tfa.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
