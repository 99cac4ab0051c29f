import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../../../client/notices.ts';
import { ofNamespace, useKitText, useLabels } from '../../../i18n/texts.ts';
import { usePermittedOf } from '../../../session/hooks.tsx';
import { usePhone } from '../../../shell/layout/phone.ts';
import { iconSizes, meaningColors } from '../../../theme.ts';
import type { AnyRow } from '../table/columns.tsx';
import classes from './RowActions.module.css';
import type { RowAction } from './row-actions.tsx';
import { rowName } from './row-name.ts';

type Props = {
  namespace: string;
  row: AnyRow;
  actions: readonly RowAction<AnyRow>[];
  onRemove(row: AnyRow): void;
  onDone(): void;
};

/** The actions of a row that the person has access to: as buttons, or on a phone, where they would be too small, in a menu. */
export function RowActions({ actions, row, ...rest }: Props) {
  const phone = usePhone();
  const shown = actions.filter((action) => action.shown?.(row) ?? true);
  const permitted = usePermittedOf(shown, (action) => action.on?.(row));
  const plain = permitted.filter(({ Control }) => !Control);
  const inMenu = phone && plain.length > 1 ? plain : [];
  return (
    <span className={classes.rowActions}>
      {permitted
        .filter((action) => !inMenu.includes(action))
        .map((action) => (
          <ActionButton key={action.key} action={action} row={row} {...rest} />
        ))}
      {inMenu.length > 0 && <ActionMenu actions={inMenu} row={row} {...rest} />}
    </span>
  );
}

type ActionProps = Omit<Props, 'actions'> & { action: RowAction<AnyRow> };

/** The name of an action, and the function that starts it. */
function useRowAction({ action, row, namespace, onRemove, onDone }: ActionProps) {
  const t = useKitText();
  const { label } = useLabels(namespace);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
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
  return { name: label(ofNamespace(action.namespace, `actions.${action.key}`)), start, busy };
}

function ActionButton(props: ActionProps) {
  const { action, row, onDone } = props;
  const { name, start, busy } = useRowAction(props);
  if (action.Control) return <action.Control row={row} label={name} onDone={onDone} />;
  return (
    <Tooltip label={name}>
      <ActionIcon
        color={action.danger ? meaningColors.danger : meaningColors.quiet}
        data-danger={action.danger}
        onClick={start}
        loading={busy}
        aria-label={name}
      >
        <action.icon size={iconSizes.md} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** The actions in a menu; destructive ones are set apart at its end. */
function ActionMenu({ actions, ...rest }: Props) {
  const t = useKitText();
  const [dangerous, others] = [actions.filter(({ danger }) => danger), actions.filter(({ danger }) => !danger)];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon color={meaningColors.quiet} aria-label={t('list.actionsOf', { name: rowName(rest.row) })}>
          <IconDots size={iconSizes.md} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map((action) => (
          <ActionItem key={action.key} action={action} {...rest} />
        ))}
        {others.length > 0 && dangerous.length > 0 && <Menu.Divider role="separator" />}
        {dangerous.map((action) => (
          <ActionItem key={action.key} action={action} {...rest} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ActionItem(props: ActionProps) {
  const { action } = props;
  const { name, start, busy } = useRowAction(props);
  return (
    <Menu.Item
      className={classes.item}
      leftSection={<action.icon size={iconSizes.md} aria-hidden />}
      disabled={busy}
      onClick={start}
      {...(action.danger ? { color: meaningColors.danger } : {})}
    >
      {name}
    </Menu.Item>
  );
}
