import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { ShownGroup } from '../common/group.ts';
import { api, useText } from './api.ts';
import { GroupSelect } from './plan/GroupSelect.tsx';

/** Removes a group after a confirmation. Its bays move to another one. */
export function RemoveGroup({ group, onClose }: { group: ShownGroup; onClose(): void }) {
  const t = useText();
  const [moveTo, setMoveTo] = useState<number | null>(null);
  const remove = useAction(api.group.remove, {
    invalidates: [api.location.get, api.slot.list],
    onDone: onClose,
  });
  const bays = group.total + group.outOfService;
  return (
    <ConfirmDialog
      opened
      title={t('removeGroup')}
      message={bays > 0 ? t('removeGroupText', { count: bays }) : t('removeEmptyGroupText')}
      entityName={group.name}
      confirmLabel={t('removeGroup')}
      pending={remove.pending}
      onConfirm={() => remove.run({ params: { id: group.id }, query: moveTo === null ? {} : { moveTo } })}
      onCancel={onClose}
    >
      {bays > 0 && (
        <GroupSelect
          mt="md"
          label={t('moveTo')}
          locationId={group.locationId}
          except={group.id}
          value={moveTo}
          onChange={setMoveTo}
        />
      )}
    </ConfirmDialog>
  );
}
