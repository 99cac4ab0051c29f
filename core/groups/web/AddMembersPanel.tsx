import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Endpoint } from '#platform/web/client/client-of.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { PickMany } from '#platform/web/ui/choice/PickMany.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { MemberResult, RecordGroup } from '../common/record-group.ts';
import { maxMembers } from '../common/record-group.ts';
import type { GroupCalls } from './group-calls.ts';
import { useText } from './text.ts';

export type MemberResults = readonly { id: number; result: MemberResult }[];
type Row = { id: number; name: string };
type Props = {
  of: GroupCalls;
  /** The app's list of the records. */
  records: Endpoint<AnyRoute>;
  group: RecordGroup;
  onClose(): void;
};

/** The text about what became of each record: what was done, and what was not. */
export function useResultText() {
  const t = useText();
  const { number } = useFormats();
  return (results: MemberResults): string => {
    const countOf = (...wanted: MemberResult[]) => results.filter(({ result }) => wanted.includes(result)).length;
    const parts = [
      ['added', countOf('added')],
      ['removed', countOf('removed')],
      ['unchanged', countOf('unchanged')],
      ['refused', countOf('not-found', 'no-permission')],
    ] as const;
    return parts
      .filter(([, count]) => count > 0)
      .map(([key, count]) => t(`results.${key}`, { count, shown: number(count) }))
      .join(' ');
  };
}

/** Chooses records and puts them into a group. */
export function AddMembersPanel({ of, records, group, onClose }: Props) {
  const t = useText();
  const kit = useKitText();
  const { number } = useFormats();
  const resultText = useResultText();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const add = useAction(of.addMembers, { onDone: onClose, notice: resultText, invalidates: [records] });
  return (
    <SidePanel title={t('addTo', { name: group.name })} onClose={onClose} keepOpen>
      <Stack gap="md">
        <PickMany
          label={t('members')}
          of={records}
          sort={{ name: 'asc' }}
          isChosen={({ id }: Row) => chosen.includes(id)}
          onToggle={({ id }: Row, on) => setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
          name={({ name }: Row) => name}
          empty={t('noRecords')}
          disabled={add.pending}
        />
        <Group justify="space-between">
          <Text size="sm" c="dimmed" role="status">
            {t('chosen', { count: chosen.length, shown: number(chosen.length) })}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {kit('actions.cancel')}
            </Button>
            <Button
              disabled={chosen.length === 0 || chosen.length > maxMembers}
              loading={add.pending}
              onClick={() => add.run({ params: { id: group.id }, body: { recordIds: [...chosen] } })}
            >
              {t('add')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </SidePanel>
  );
}
