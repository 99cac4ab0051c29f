import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconHistory, IconPencil, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import type { Access } from '#platform/common/access.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { HistoryDrawer } from '#platform/web/ui/history/History.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { RecordGroup } from '../common/record-group.ts';
import { GroupTree } from './GroupTree.tsx';
import { type GroupCalls, useGroups } from './group-calls.ts';
import { namespace, useText } from './text.ts';

type Props = {
  of: GroupCalls;
  value: number | null;
  onChange(id: number | null): void;
  onEdit(group: RecordGroup): void;
};

/** The tree of groups, with what can be done to the chosen one. */
export function GroupsAside({ of, value, onChange, onEdit }: Props) {
  const t = useText();
  const groups = useGroups(of);
  const group = groups.data?.find(({ id }) => id === value);
  if (!groups.data) return <QueryBoundary of={groups} />;
  return (
    <>
      {group && <GroupActions of={of} group={group} onEdit={onEdit} onRemoved={() => onChange(group.parentId)} />}
      <GroupTree label={t('groups')} groups={groups.data} value={value} onChange={onChange} />
    </>
  );
}

type ActionsProps = { of: GroupCalls; group: RecordGroup; onEdit(group: RecordGroup): void; onRemoved(): void };

function GroupActions({ of, group, onEdit, onRemoved }: ActionsProps) {
  const t = useText();
  const kit = useKitText();
  const [opened, setOpened] = useState<'history' | 'remove' | null>(null);
  const remove = useAction(of.remove, {
    onDone() {
      setOpened(null);
      onRemoved();
    },
  });
  return (
    <Group gap="xs" justify="flex-end" mb="xs">
      <Act
        label={kit('actions.edit')}
        icon={IconPencil}
        access={of.update.route.access}
        onClick={() => onEdit(group)}
      />
      <Act
        label={kit('history.title')}
        icon={IconHistory}
        access={of.history.route.access}
        onClick={() => setOpened('history')}
      />
      <Act
        label={kit('actions.delete')}
        icon={IconTrash}
        access={of.remove.route.access}
        onClick={() => setOpened('remove')}
      />
      {opened === 'history' && (
        <HistoryDrawer
          of={of.history}
          params={{ id: group.id }}
          namespace={namespace}
          onClose={() => setOpened(null)}
        />
      )}
      <ConfirmDialog
        opened={opened === 'remove'}
        title={t('remove')}
        message={t('removeText')}
        entityName={group.name}
        pending={remove.pending}
        onConfirm={() => remove.run({ params: { id: group.id } })}
        onCancel={() => setOpened(null)}
      />
    </Group>
  );
}

type ActProps = { label: string; icon: TablerIcon; access: Access; onClick(): void };

const Act = ({ label, icon: Icon, access, onClick }: ActProps) => (
  <Can access={access}>
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        <Icon size={iconSizes.md} aria-hidden />
      </ActionIcon>
    </Tooltip>
  </Can>
);
