import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { TagInput } from '#platform/web/ui/input/TagInput.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { autoCreates, type Connector, newConnector, type Pointers } from '../common/connector.ts';
import { api, useText } from './api.ts';
import { ProfilesInput } from './ProfilesInput.tsx';

const schema = newConnector.omit({ kind: true, mapping: true }).required();
const pointerNames = ['items', 'device', 'time', 'key', 'values', 'lat', 'lng'] as const satisfies (keyof Pointers)[];

/** The settings of a connector. */
export function ConnectorForm({ connector }: { connector: Connector }) {
  const t = useText();
  const { label } = useLabels('integrations');
  const update = useAction(api.connector.update);
  const { name, enabled, networks, rate, autoCreate, allowSimulated, codecId, profiles, pointers, silentAfter } =
    connector;
  const form = useEntityForm(schema, {
    namespace: 'integrations',
    initial: { name, enabled, networks, rate, autoCreate, allowSimulated, codecId, profiles, pointers, silentAfter },
    save: (body) => update.ask({ params: { id: connector.id }, body }),
  });
  const codecs = useCodecOptions(connector.companyId);
  const { values, set } = form;
  const { value: _, onChange: __, ...codec } = form.field('codecId');
  const networksField = form.field('networks');
  return (
    <Panel>
      <EntityForm form={form} needsChange>
        <TextInput {...form.field('name')} maxLength={80} />
        <Toggle name="enabled" checked={Boolean(values.enabled)} onChange={(on) => set('enabled', on)} />
        <Select
          {...codec}
          clearable
          value={values.codecId ? String(values.codecId) : null}
          onChange={(id) => set('codecId', id === null ? null : Number(id))}
          data={codecs}
        />
        <ProfilesInput
          value={values.profiles as Connector['profiles']}
          codecs={codecs}
          onChange={(next) => set('profiles', next)}
        />
        <Select
          {...form.field('autoCreate')}
          allowDeselect={false}
          data={autoCreates.map((value) => ({ value, label: label(`values.autoCreate.${value}`) }))}
        />
        {connector.kind === 'tts' && (
          <Toggle
            name="allowSimulated"
            checked={Boolean(values.allowSimulated)}
            onChange={(on) => set('allowSimulated', on)}
          />
        )}
        {connector.kind === 'http' &&
          pointerNames.map((name) => (
            <TextInput
              key={name}
              dir="ltr"
              label={t(`pointers.${name}`)}
              value={(values.pointers as Pointers)[name] ?? ''}
              onChange={(event) =>
                set('pointers', {
                  ...(values.pointers as Pointers),
                  [name]: pointerOf(name, event.currentTarget.value),
                })
              }
            />
          ))}
        <TagInput
          label={networksField.label as string}
          error={networksField.error}
          value={values.networks as string[]}
          onChange={(next) => set('networks', next)}
          maxTags={50}
        />
        <NumberInput {...form.field('rate')} min={1} max={1000} />
        <SilenceSelect value={values.silentAfter as number | null} onChange={(next) => set('silentAfter', next)} />
      </EntityForm>
    </Panel>
  );
}

/** Minutes that are offered; another value that the connector has is offered too. */
const silences = [15, 60, 360, 1440, 4320, 10_080];
const automatic = 'automatic';

function SilenceSelect({ value, onChange }: { value: number | null; onChange(next: number | null): void }) {
  const t = useText();
  const { language } = useFormats();
  const minutes = value === null || value === 0 || silences.includes(value) ? silences : [...silences, value];
  return (
    <Select
      label={t('fields.silentAfter')}
      description={t('silence.text')}
      allowDeselect={false}
      value={value === null ? automatic : String(value)}
      onChange={(next) => onChange(next === automatic ? null : Number(next))}
      data={[
        { value: automatic, label: t('silence.automatic') },
        ...minutes.map((one) => ({ value: String(one), label: formatDuration(one * 60_000, language) })),
        { value: '0', label: t('silence.never') },
      ]}
    />
  );
}

/** An empty pointer means the whole only for the values and the device. */
const pointerOf = (name: keyof Pointers, text: string) =>
  text === '' && name !== 'values' && name !== 'device' ? null : text;

function Toggle({
  name,
  checked,
  onChange,
}: {
  name: 'enabled' | 'allowSimulated';
  checked: boolean;
  onChange(on: boolean): void;
}) {
  const t = useText();
  return (
    <Switch label={t(`fields.${name}`)} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
  );
}

function useCodecOptions(companyId: number) {
  const list = { limit: 100, filters: { companyId: [String(companyId)] } };
  const { data } = useData(api.codec.list, { list: list as never }, { silent: true });
  return (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}
