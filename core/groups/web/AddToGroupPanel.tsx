import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Endpoint } from '#platform/web/client/client-of.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { useResultText } from './AddMembersPanel.tsx';
import { GroupSelect } from './GroupSelect.tsx';
import type { GroupCalls } from './group-calls.ts';
import { useText } from './text.ts';

type Props = {
  of: GroupCalls;
  /** The app's list of the records. */
  records: Endpoint<AnyRoute>;
  ids: readonly number[];
  onClose(): void;
};

/** Chooses the group into which selected records are put. */
export function AddToGroupPanel({ of, records, ids, onClose }: Props) {
  const t = useText();
  const kit = useKitText();
  const { number } = useFormats();
  const resultText = useResultText();
  const [group, setGroup] = useState<number | null>(null);
  const add = useAction(of.addMembers, { onDone: onClose, notice: resultText, invalidates: [records] });
  return (
    <SidePanel title={t('addToGroup')} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm" c="dimmed" role="status">
          {t('chosen', { count: ids.length, shown: number(ids.length) })}
        </Text>
        <GroupSelect of={of} label={t('group')} value={group} onChange={setGroup} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {kit('actions.cancel')}
          </Button>
          <Button
            disabled={group === null}
            loading={add.pending}
            onClick={() => group !== null && add.run({ params: { id: group }, body: { recordIds: [...ids] } })}
          >
            {t('add')}
          </Button>
        </Group>
      </Stack>
    </SidePanel>
  );
}
