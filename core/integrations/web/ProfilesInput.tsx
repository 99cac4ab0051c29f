import { Box, Group, Input, Select, TextInput } from '@mantine/core';
import { useCompanyModels } from '#core/devices/web/parts.tsx';
import { RowsInput } from '#platform/web/ui/rows/RowsInput.tsx';
import type { Connector } from '../common/connector.ts';
import { useText } from './api.ts';

type Profiles = Connector['profiles'];
type Props = { value: Profiles; codecs: { value: string; label: string }[]; onChange(next: Profiles): void };

/** The model and the codec of the devices of each profile of the network. */
export function ProfilesInput({ value, codecs, onChange }: Props) {
  const t = useText();
  const models = useCompanyModels();
  const choose = (id: string | null) => {
    const model = models.find((one) => String(one.id) === id);
    return model ? { hardwareId: model.id, app: model.app } : {};
  };
  const [first] = models;
  return (
    <Input.Wrapper label={t('fields.profiles')} description={t('profiles.text')}>
      <Box mt="xs">
        <RowsInput
          value={value}
          onChange={onChange}
          newRow={first && (() => ({ profile: '', app: first.app, hardwareId: first.id, codecId: null }))}
          addLabel={t('profiles.add')}
          removeLabel={({ profile }) => t('profiles.removeOf', { profile })}
          gap="xs"
        >
          {({ row, change, remove }) => (
            <Group gap="xs" wrap="nowrap" align="end">
              <TextInput
                label={t('profiles.profile')}
                value={row.profile}
                onChange={(event) => change({ profile: event.currentTarget.value })}
              />
              <Select
                label={t('fields.hardwareId')}
                searchable
                allowDeselect={false}
                value={String(row.hardwareId)}
                onChange={(id) => change(choose(id))}
                data={models.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
              <Select
                label={t('fields.codecId')}
                clearable
                value={row.codecId ? String(row.codecId) : null}
                onChange={(id) => change({ codecId: id === null ? null : Number(id) })}
                data={codecs}
              />
              {remove}
            </Group>
          )}
        </RowsInput>
      </Box>
    </Input.Wrapper>
  );
}
