import { SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useOptimistic } from '#platform/web/client/optimistic.ts';
import { useText } from './api.ts';
import { switched } from './switched.ts';

type Resource = { id: number | '*' };
export type StructuresPicker = (props: {
  label: string;
  chosen: number[];
  onToggle(id: number, on: boolean): void;
  disabled: boolean;
}) => ReactNode;

type Props = {
  resources: readonly Resource[];
  picker: StructuresPicker;
  save(ids: (number | '*')[]): Promise<readonly Resource[]>;
  disabled?: boolean;
};

/** Where a group applies: everywhere, or in the selected structures. */
export function GroupStructures({ resources, picker, save, disabled = false }: Props) {
  const t = useText();
  const stored = useMemo(() => resources.map((one) => one.id), [resources]);
  const [ids, change] = useOptimistic(stored, async (wanted) => (await save(wanted)).map((one) => one.id));
  const everywhere = ids.includes('*');
  // Ticking the first one is a separate step, before which nothing is saved.
  const [choosing, setChoosing] = useState(false);
  const chosen = ids.filter((id) => id !== '*');
  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        aria-label={t('fields.resources')}
        disabled={disabled}
        value={everywhere && !choosing ? 'all' : 'some'}
        data={[
          { value: 'all', label: t('group.allStructures') },
          { value: 'some', label: t('group.someStructures') },
        ]}
        onChange={(value) => {
          setChoosing(value === 'some');
          if (value === 'all' && !everywhere) change((before) => ['*', ...before.filter((id) => id !== '*')]);
        }}
      />
      {everywhere && !choosing ? (
        <Text size="sm" c="dimmed">
          {t('group.everywhere')}
        </Text>
      ) : (
        <>
          {(everywhere || chosen.length === 0) && (
            <Text size="sm" c="dimmed">
              {t(everywhere ? 'group.untilChosen' : 'group.nowhere')}
            </Text>
          )}
          {picker({
            label: t('fields.resources'),
            chosen,
            disabled,
            onToggle: (id, on) =>
              change((before) =>
                switched<number | '*'>(
                  before.filter((one) => one !== '*'),
                  id,
                  on,
                ),
              ),
          })}
        </>
      )}
    </Stack>
  );
}
