import { ActionIcon, Button, Fieldset, Group, Select, SimpleGrid, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFloors } from '#core/places/web/parts.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { required } from '#platform/web/ui/form/required.ts';
import { slotUses } from '../../common/counts.ts';
import { groupKinds, maxGroups } from '../../common/group.ts';
import { useText } from '../api.ts';
import { type GroupRow, groupAfter } from './draft.ts';
import { NumberField, type StepProps, TextField } from './step.tsx';

/** The parts of the car park that are counted together. */
export function GroupsStep(props: StepProps) {
  const { draft, change } = props;
  const t = useText();
  return (
    <Stack gap="md">
      {draft.groups.map((row, at) => (
        <GroupFields key={row.key} {...props} row={row} at={at} />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={iconSizes.md} aria-hidden />}
          disabled={draft.groups.length >= maxGroups}
          onClick={() => change({ groups: [...draft.groups, groupAfter(draft.groups)] })}
        >
          {t('addGroup')}
        </Button>
      </div>
    </Stack>
  );
}

type RowProps = StepProps & { row: GroupRow; at: number };

function GroupFields({ companyId, draft, change, changeGroup, errorAt, row, at }: RowProps) {
  const t = useText();
  const set = (changes: Partial<GroupRow>) => changeGroup(row.key, changes);
  const title = row.name.trim() || t('add.groupAt', { number: at + 1 });
  return (
    <Fieldset legend={<bdi>{title}</bdi>}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextField
          {...required}
          name={`groups.${at}.name`}
          label={t('columns.name')}
          dir="auto"
          value={row.name}
          error={errorAt(`groups.${at}.name`)}
          onChange={(name) => set({ name })}
        />
        <NumberField
          {...required}
          name={`groups.${at}.places`}
          label={t('add.places')}
          value={row.places}
          error={errorAt(`groups.${at}.places`)}
          onChange={(places) => set({ places })}
        />
        <Select
          name={`groups.${at}.kind`}
          label={t('columns.kind')}
          value={row.kind}
          data={groupKinds.map((value) => ({ value, label: t(`values.kind.${value}`) }))}
          allowDeselect={false}
          onChange={(kind) => kind && set({ kind })}
        />
        <Select
          name={`groups.${at}.use`}
          label={t('columns.use')}
          value={row.use}
          data={slotUses.map((value) => ({ value, label: t(`values.use.${value}`) }))}
          allowDeselect={false}
          onChange={(use) => use && set({ use })}
        />
        {draft.structureId !== null && (
          <FloorField
            companyId={companyId}
            structureId={draft.structureId}
            name={`groups.${at}.floorId`}
            value={row.floorId}
            error={errorAt(`groups.${at}.floorId`)}
            onChange={(floorId) => set({ floorId })}
          />
        )}
      </SimpleGrid>
      {draft.groups.length > 1 && (
        <Group justify="flex-end" mt="sm">
          <ActionIcon
            size="lg"
            aria-label={t('add.removeGroup', { name: title })}
            onClick={() => change({ groups: draft.groups.filter(({ key }) => key !== row.key) })}
          >
            <IconTrash size={iconSizes.md} aria-hidden />
          </ActionIcon>
        </Group>
      )}
    </Fieldset>
  );
}

type FloorProps = {
  companyId: number;
  structureId: number;
  name: string;
  value: number | null;
  error: string | undefined;
  onChange(floorId: number | null): void;
};

/** The floor of a group, if the site has floors. */
function FloorField({ companyId, structureId, value, onChange, ...props }: FloorProps) {
  const t = useText();
  const { rows } = useFloors({ companyId, id: structureId });
  if (rows.length === 0) return null;
  return (
    <Select
      {...props}
      label={t('columns.floorId')}
      clearable
      value={value === null ? null : String(value)}
      data={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
}
