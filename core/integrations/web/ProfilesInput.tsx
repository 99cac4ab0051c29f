import { ActionIcon, Button, Group, Input, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useCompanyModels } from '#core/devices/web/parts.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { Connector } from '../common/connector.ts';
import { useText } from './api.ts';

type Profiles = Connector['profiles'];
type Props = { value: Profiles; codecs: { value: string; label: string }[]; onChange(next: Profiles): void };

/** The model and the codec of the devices of each profile of the network. */
export function ProfilesInput({ value, codecs, onChange }: Props) {
  const t = useText();
  const models = useCompanyModels();
  const change = (at: number, part: Partial<Profiles[number]>) =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const choose = (id: string | null) => {
    const model = models.find((one) => String(one.id) === id);
    return model ? { hardwareId: model.id, app: model.app } : {};
  };
  const [first] = models;
  return (
    <Input.Wrapper label={t('fields.profiles')} description={t('profiles.text')}>
      <Stack gap="xs" mt="xs">
        {value.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a profile has no name but the one that is edited
          <Group key={index} gap="xs" wrap="nowrap" align="end">
            <TextInput
              label={t('profiles.profile')}
              value={one.profile}
              onChange={(event) => change(index, { profile: event.currentTarget.value })}
            />
            <Select
              label={t('fields.hardwareId')}
              searchable
              allowDeselect={false}
              value={String(one.hardwareId)}
              onChange={(id) => change(index, choose(id))}
              data={models.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
            <Select
              label={t('fields.codecId')}
              clearable
              value={one.codecId ? String(one.codecId) : null}
              onChange={(id) => change(index, { codecId: id === null ? null : Number(id) })}
              data={codecs}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('profiles.removeOf', { profile: one.profile })}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            >
              <IconTrash size={iconSizes.md} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {first && (
          <Button
            variant="default"
            w="fit-content"
            leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
            onClick={() => onChange([...value, { profile: '', app: first.app, hardwareId: first.id, codecId: null }])}
          >
            {t('profiles.add')}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
