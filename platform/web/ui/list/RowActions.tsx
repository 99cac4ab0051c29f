import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../../client/notices.ts';
import { ofNamespace, useKitText, useLabels } from '../../i18n/texts.ts';
import { Can } from '../../session/hooks.tsx';
import { iconSizes, meaningColors } from '../../theme.ts';
import type { AnyRow } from './columns.tsx';
import type { RowAction } from './row-actions.tsx';

type Props = {
  namespace: string;
  row: AnyRow;
  actions: readonly RowAction<AnyRow>[];
  onRemove(row: AnyRow): void;
  onDone(): void;
};

/** The buttons of a row that the person has access to. */
export function RowActions({ actions, row, ...rest }: Props) {
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap" display="inline-flex">
      {actions
        .filter((action) => action.shown?.(row) ?? true)
        .map((action) => (
          <Can key={action.key} access={action.access ?? 'signed-in'} {...(action.on ? { on: action.on(row) } : {})}>
            <ActionButton action={action} row={row} {...rest} />
          </Can>
        ))}
    </Group>
  );
}

function ActionButton({
  action,
  row,
  namespace,
  onRemove,
  onDone,
}: Omit<Props, 'actions'> & { action: RowAction<AnyRow> }) {
  const t = useKitText();
  const { label } = useLabels(namespace);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const name = label(ofNamespace(action.namespace, `actions.${action.key}`));
  if (action.Control) return <action.Control row={row} label={name} onDone={onDone} />;
  const start = () => {
    if (action.removes) return onRemove(row);
    if (action.to) return void navigate(action.to(row));
    setBusy(true);
    // A notice shows a failure; the list is refreshed in both cases.
    Promise.resolve(action.run?.(row))
      .then(() => {
        if (action.updates) notify({ kind: 'success', message: t('notifications.rowUpdated') });
      })
      .then(onDone, onDone)
      .finally(() => setBusy(false));
  };
  return (
    <Tooltip label={name}>
      <ActionIcon
        color={action.danger ? meaningColors.danger : meaningColors.quiet}
        onClick={start}
        loading={busy}
        aria-label={name}
      >
        <action.icon size={iconSizes.md} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
