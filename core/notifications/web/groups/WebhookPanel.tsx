import { Alert, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CodeBlock } from '#core/devices/web/parts.tsx';
import { type Webhook, webhookFields } from '#platform/common/webhook.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes, meaningColors, sizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { useText } from '../texts.ts';
import type { WebhookCalls } from './source.ts';
import { WebhookLog } from './WebhookLog.tsx';

type Props = { calls: WebhookCalls; groupId: number; disabled: boolean };
/** `events`: what it is notified of besides alarms. */
type PanelProps = Props & { events?: ReactNode };
const tones = { on: 'good', off: 'none', failing: 'problem' } as const;
const stateOf = ({ enabled, failingSince }: Webhook) => (!enabled ? 'off' : failingSince ? 'failing' : 'on');

/** The webhook of a group: its address, secret and log. */
export function WebhookPanel({ calls, groupId, disabled, events }: PanelProps) {
  const t = useText();
  const query = useData(calls.get, { params: { id: groupId } }, { silent: true });
  const [secret, setSecret] = useState<{ text: string; replaced: boolean } | null>(null);
  if (!query.data) return <QueryBoundary of={query} height={sizes.drawing} />;
  const { webhook } = query.data;
  return (
    <Panel
      title={t('webhook.title')}
      aside={webhook && <ToneChip tone={tones[stateOf(webhook)]}>{t(`webhook.states.${stateOf(webhook)}`)}</ToneChip>}
    >
      <Stack gap="md" align="stretch">
        <Text size="sm" c="dimmed">
          {t('webhook.hint')}
        </Text>
        {events}
        {webhook && <WebhookState webhook={webhook} />}
        {secret && (
          <>
            <Alert title={t('webhook.secretTitle')} role="status">
              {t(secret.replaced ? 'webhook.overlapText' : 'webhook.secretText')}
            </Alert>
            <CodeBlock label={t('webhook.secret')} text={secret.text} />
          </>
        )}
        <WebhookForm
          // A new form for each stored state.
          key={webhook ? `${webhook.url} ${webhook.enabled}` : 'none'}
          calls={calls}
          groupId={groupId}
          webhook={webhook}
          disabled={disabled}
          onSecret={(text) => setSecret({ text, replaced: false })}
        />
        {webhook && (
          <>
            <WebhookActions
              calls={calls}
              groupId={groupId}
              disabled={disabled}
              onSecret={(text) => setSecret({ text, replaced: true })}
              onRemoved={() => setSecret(null)}
            />
            <WebhookLog calls={calls} groupId={groupId} disabled={disabled} />
          </>
        )}
      </Stack>
    </Panel>
  );
}

function WebhookState({ webhook: { failingSince, switchedOffAt } }: { webhook: Webhook }) {
  const t = useText();
  const { date } = useFormats();
  if (switchedOffAt)
    return (
      <Alert color={meaningColors.danger} title={t('webhook.switchedOff')}>
        {t('webhook.switchedOffText', { since: date(failingSince ?? switchedOffAt) })}
      </Alert>
    );
  if (!failingSince) return null;
  return <Text size="sm">{t('webhook.failing', { since: date(failingSince) })}</Text>;
}

type FormProps = Props & { webhook: Webhook | null; onSecret(secret: string): void };

function WebhookForm({ calls, groupId, webhook, disabled, onSecret }: FormProps) {
  const t = useText();
  const save = useAction(calls.save);
  const form = useEntityForm(webhookFields, {
    namespace: 'notifications',
    initial: { url: webhook?.url ?? '', enabled: webhook?.enabled ?? true },
    async save(body) {
      const { secret } = await save.ask({ params: { id: groupId }, body });
      if (secret) onSecret(secret);
    },
  });
  return (
    <EntityForm form={form} needsChange {...(webhook ? {} : { submitLabel: t('webhook.setUp') })}>
      <TextInput
        {...form.field('url')}
        type="url"
        disabled={disabled}
        styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
      />
      {webhook && (
        <Switch
          label={t('webhook.enabled')}
          checked={form.values.enabled === true}
          disabled={disabled}
          onChange={(event) => form.set('enabled', event.currentTarget.checked)}
        />
      )}
    </EntityForm>
  );
}

type ActionProps = Props & { onSecret(secret: string): void; onRemoved(): void };

function WebhookActions({ calls, groupId, disabled, onSecret, onRemoved }: ActionProps) {
  const t = useText();
  const params = { id: groupId };
  const [asked, setAsked] = useState<'rotate' | 'remove' | null>(null);
  const close = () => setAsked(null);
  const test = useAction(calls.test);
  const rotate = useAction(calls.rotate, {
    onDone: ({ secret }) => {
      close();
      if (secret) onSecret(secret);
    },
  });
  const remove = useAction(calls.remove, {
    onDone: () => {
      close();
      onRemoved();
    },
  });
  return (
    <Group gap="xs">
      <Button
        variant="default"
        disabled={disabled}
        loading={test.pending}
        leftSection={<IconSend size={iconSizes.sm} aria-hidden />}
        onClick={() => test.run({ params, silent: 'success' })}
      >
        {t('webhook.test')}
      </Button>
      <Button variant="default" disabled={disabled} onClick={() => setAsked('rotate')}>
        {t('webhook.rotate')}
      </Button>
      <Button variant="default" disabled={disabled} onClick={() => setAsked('remove')}>
        {t('webhook.remove')}
      </Button>
      <ConfirmDialog
        opened={asked === 'rotate'}
        title={t('webhook.rotate')}
        message={t('webhook.rotateText')}
        confirmLabel={t('webhook.rotate')}
        danger={false}
        pending={rotate.pending}
        onConfirm={() => rotate.run({ params, silent: 'success' })}
        onCancel={close}
      />
      <ConfirmDialog
        opened={asked === 'remove'}
        title={t('webhook.title')}
        message={t('webhook.removeText')}
        confirmLabel={t('webhook.remove')}
        pending={remove.pending}
        onConfirm={() => remove.run({ params })}
        onCancel={close}
      />
    </Group>
  );
}
