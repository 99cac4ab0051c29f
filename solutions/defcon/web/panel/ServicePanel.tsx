import { Alert, Button, Checkbox, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { panel as entity, missingParts, type Panel } from '../../common/panel/panel.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { serviceTones } from '../tones.ts';

/** How long a test usually takes. */
const testMinutes = 60;

/** Whether events of the panel are incidents now, and what changes that. */
export function ServicePanel({ panel }: { panel: Panel }) {
  const t = useText();
  const { date } = useFormats();
  const [asked, setAsked] = useState<'activate' | 'deactivate' | null>(null);
  const test = useAction(api.panel.test, { invalidates: [api.panel.get, api.panel.list] });
  const resource = panel.structure?.id ?? null;
  const params = { id: panel.id };
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs">
        <StatusChip value={panel.service} field="service" tones={serviceTones} />
        <Text size="sm">{t(`serviceTexts.${panel.service}`)}</Text>
      </Group>
      <Group gap="xs">
        {panel.service === 'active' && (
          <Can access={entity.can('test')} on={{ resource }}>
            <Button
              variant="default"
              loading={test.pending}
              onClick={() => test.run({ params, body: { minutes: panel.testUntil ? 0 : testMinutes, scope: 'zones' } })}
            >
              {t(panel.testUntil ? 'endTest' : 'beginTest')}
            </Button>
          </Can>
        )}
        <Can access={entity.can('service')} on={{ resource }}>
          {panel.service === 'active' ? (
            <Button variant="default" onClick={() => setAsked('deactivate')}>
              {t('deactivate')}
            </Button>
          ) : (
            panel.service !== 'unlinked' && <Button onClick={() => setAsked('activate')}>{t('activate')}</Button>
          )}
        </Can>
      </Group>
      {panel.testUntil && (
        <Alert color="yellow" w="100%" title={t('testTitle')}>
          {t('testText', { until: date(panel.testUntil) })}
        </Alert>
      )}
      {asked === 'activate' && <Activate panel={panel} onClose={() => setAsked(null)} />}
      {asked === 'deactivate' && <Deactivate panel={panel} onClose={() => setAsked(null)} />}
    </Group>
  );
}

/** The parts that a refusal names, as far as they are known. */
function missingIn(error: Error | null) {
  const detail = error instanceof RequestError ? error.detail : null;
  const named: readonly unknown[] =
    typeof detail === 'object' && detail !== null && 'missing' in detail && Array.isArray(detail.missing)
      ? detail.missing
      : [];
  return missingParts.filter((part) => named.includes(part));
}

function Activate({ panel, onClose }: { panel: Panel; onClose(): void }) {
  const t = useText();
  const [skipTest, setSkip] = useState(false);
  const [reason, setReason] = useState('');
  const activate = useAction(api.panel.activate, { invalidates: [api.panel.get, api.panel.list], onDone: onClose });
  const missing = missingIn(activate.error);
  const run = () =>
    activate.run({
      params: { id: panel.id },
      body: { skipTest, ...(reason.trim() ? { reason: reason.trim() } : {}) },
    });
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={t('activate')}
      message={t('activateText')}
      entityName={panel.name}
      confirmLabel={t('activate')}
      pending={activate.pending}
      onConfirm={run}
      onCancel={onClose}
    >
      {missing.length > 0 && (
        <Alert color="red" mt="md" title={t('errors.panel-incomplete')}>
          <ul>
            {missing.map((part) => (
              <li key={part}>{t(`missing.${part}`)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {(skipTest || missing.includes('test')) && (
        <Checkbox
          mt="md"
          label={t('skipTest')}
          checked={skipTest}
          onChange={({ currentTarget }) => setSkip(currentTarget.checked)}
        />
      )}
      {skipTest && (
        <Textarea
          mt="md"
          label={t('fields.reason')}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          maxLength={500}
          withAsterisk
        />
      )}
    </ConfirmDialog>
  );
}

function Deactivate({ panel, onClose }: { panel: Panel; onClose(): void }) {
  const t = useText();
  const [reason, setReason] = useState('');
  const [force, setForce] = useState(false);
  const deactivate = useAction(api.panel.deactivate, { invalidates: [api.panel.get, api.panel.list], onDone: onClose });
  const isArmed = panel.groups.some(({ state }) => state !== 'disarmed');
  return (
    <ConfirmDialog
      opened
      title={t('deactivate')}
      message={t('deactivateText')}
      entityName={panel.name}
      confirmLabel={t('deactivate')}
      pending={deactivate.pending}
      onConfirm={() => deactivate.run({ params: { id: panel.id }, query: { reason: reason.trim(), force } })}
      onCancel={onClose}
    >
      <Textarea
        mt="md"
        label={t('fields.reason')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        maxLength={500}
        withAsterisk
        data-autofocus
      />
      {isArmed && (
        <Checkbox
          mt="md"
          label={t('forceArmed')}
          checked={force}
          onChange={({ currentTarget }) => setForce(currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
