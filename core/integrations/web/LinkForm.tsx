import { JsonInput, PasswordInput, Select, Text, TextInput } from '@mantine/core';
import { useAction } from '#platform/web/client/hooks.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import type { Connector } from '../common/connector.ts';
import { type ConnectorLink, defaultTemplate, linkFields } from '../common/link.ts';
import type { LinkWay } from '../common/manifest.ts';
import { api, useText } from './api.ts';
import { useConnectorKinds } from './use-connector-kinds.ts';

type Props = { connector: Connector; link: ConnectorLink | null; onSaved(secret: string | null): void };
const examples: Partial<Record<string, string>> = {
  chirpstack: 'https://chirpstack.example.com:8090',
  tts: 'https://eu1.cloud.thethings.network',
  traccar: 'https://traccar.example.com',
  http: 'https://gateway.example.com/commands',
};
const placeholders = ['id', 'device', 'method', 'params', 'params.…', 'expiresAt', 'callback', 'bytes', 'hex', 'fPort']
  .map((name) => `{{${name}}}`)
  .join(' ');
const brokerExample = 'mqtts://broker.example.com:8883';

/** The address and the key of the server or broker that takes the commands of a connector. */
export function LinkForm({ connector: { id, kind }, link, onSaved }: Props) {
  const t = useText();
  const { label } = useLabels('integrations');
  const { specOf, labelsOf } = useConnectorKinds();
  const { ways = [] } = specOf(kind) ?? {};
  const save = useAction(api.link.save);
  const form = useEntityForm(linkFields.required(), {
    namespace: 'integrations',
    initial: {
      way: link?.way ?? 'http',
      url: link?.url ?? '',
      userName: link?.userName ?? '',
      key: null,
      template: link?.template || (kind === 'http' ? defaultTemplate : ''),
    },
    save: async (body) => onSaved((await save.ask({ params: { id }, body })).secret),
  });
  const way = form.values.way as LinkWay;
  const named = way === 'mqtt' || kind === 'traccar';
  const { value: key, ...keyField } = form.field('key');
  return (
    <EntityForm form={form} needsChange>
      <Text size="sm" c="dimmed">
        {way === 'mqtt' ? t('link.hint.mqtt') : labelsOf(kind).label(`connectorSetup.${kind}.commands`)}
      </Text>
      {ways.length > 1 && (
        <Select
          {...form.field('way')}
          allowDeselect={false}
          data={ways.map((value) => ({ value, label: label(`values.way.${value}`) }))}
        />
      )}
      <TextInput
        {...form.field('url')}
        dir="ltr"
        maxLength={500}
        placeholder={way === 'mqtt' ? brokerExample : examples[kind]}
      />
      {named && <TextInput {...form.field('userName')} dir="ltr" maxLength={200} autoComplete="off" />}
      {kind !== 'http' && (
        <PasswordInput
          {...keyField}
          label={t(way === 'mqtt' ? 'link.password' : 'link.key')}
          description={link?.hasKey ? t('link.keyKept') : kind === 'tts' ? t('link.keyFromMessages') : undefined}
          dir="ltr"
          maxLength={1000}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('link.showKey'), tabIndex: 0 }}
          value={(key as string | null) ?? ''}
          onChange={(event) => form.set('key', event.currentTarget.value || null)}
        />
      )}
      {kind === 'http' && (
        <JsonInput
          {...form.field('template')}
          description={t('link.templateHint', { names: placeholders })}
          dir="ltr"
          autosize
          minRows={4}
          maxRows={14}
        />
      )}
    </EntityForm>
  );
}
