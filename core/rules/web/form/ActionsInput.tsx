import { Group, Select, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCommandText } from '#core/commands/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { RowsInput } from '#platform/web/ui/rows/RowsInput.tsx';
import { maxActions, type RuleAction } from '../../common/rule.ts';
import classes from '../Rules.module.css';
import { deviceListCall } from '../sensors.ts';
import { useText } from '../texts.ts';

type Order = Pick<RuleAction, 'method' | 'params'>;
type Props = {
  app: AppManifest;
  /** The solution of the rule's devices; null for all. */
  solutionId: number | null;
  /** A rule of a template cannot name a single device. */
  single?: boolean;
  error?: (path: string) => ReactNode;
  value: readonly RuleAction[];
  onChange(value: RuleAction[]): void;
};

/** The commands of an app that rules may send, with each of their automatic parameters. */
const automaticOrders = (app: AppManifest): Order[] =>
  Object.entries(app.commands ?? {}).flatMap(([method, { automatic }]): Order[] => {
    if (automatic === undefined) return [];
    if (automatic === true) return [{ method, params: {} }];
    return Object.entries(automatic).reduce<Order[]>(
      (orders, [key, values]) =>
        orders.flatMap((order) => values.map((value) => ({ method, params: { ...order.params, [key]: value } }))),
      [{ method, params: {} }],
    );
  });

/** Whether the app has automatic commands. */
export const hasActions = (app: AppManifest): boolean => automaticOrders(app).length > 0;

const keyOf = ({ method, params }: Order) => JSON.stringify([method, params]);
const targetOf = ({ device }: RuleAction) => (typeof device === 'number' ? 'device' : device);

/** What a rule does when it raises an alarm, as sentences: "then: close the valve – of the linked devices". */
export function ActionsInput({ app, solutionId, single = true, error, value, onChange }: Props) {
  const t = useText();
  const textOf = useCommandText(app.id);
  const orders = automaticOrders(app);
  const [first] = orders;
  const linked = Object.values(app.links ?? {}).some(({ of }) => solutionId === null || of.includes(solutionId));
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('rules.actionsHint')}
      </Text>
      <RowsInput
        name="actions"
        value={value}
        onChange={onChange}
        newRow={first && ((): RuleAction => ({ ...first, device: linked ? 'linked' : 'self' }))}
        addLabel={t('rules.addAction')}
        removeLabel={(action) => t('rules.removeAction', { command: textOf(action) })}
        most={maxActions}
      >
        {({ row, index, replace, remove }) => (
          <ActionRow
            app={app}
            orders={orders}
            targets={['self', ...(linked ? (['linked'] as const) : []), ...(single ? (['device'] as const) : [])]}
            error={error?.(`${index}.method`) ?? error?.(`${index}.device`)}
            value={row}
            onChange={replace}
            remove={remove}
          />
        )}
      </RowsInput>
    </Stack>
  );
}

type RowProps = {
  app: AppManifest;
  orders: readonly Order[];
  targets: readonly ('self' | 'linked' | 'device')[];
  error: ReactNode;
  value: RuleAction;
  onChange(value: RuleAction): void;
  remove: ReactNode;
};

function ActionRow({ app, orders, targets, error, value, onChange, remove }: RowProps) {
  const t = useText();
  const textOf = useCommandText(app.id);
  const target = targetOf(value);
  return (
    <Group gap="sm" align="end" className={classes.sentence}>
      <Select
        className={classes.sensor}
        label={t('rules.then')}
        data={orders.map((order) => ({ value: keyOf(order), label: textOf(order) }))}
        value={keyOf(value)}
        error={error}
        allowDeselect={false}
        onChange={(next) => {
          const order = orders.find((one) => keyOf(one) === next);
          if (order) onChange({ ...order, device: value.device });
        }}
      />
      <Select
        className={classes.operator}
        label={t('rules.of')}
        data={targets.map((one) => ({ value: one, label: t(`rules.target.${one}`) }))}
        value={target}
        allowDeselect={false}
        // Zero means that no device is chosen yet: the server requires one.
        onChange={(next) => onChange({ ...value, device: next === 'device' ? 0 : (next as 'self' | 'linked') })}
      />
      {target === 'device' && (
        <SearchSelect
          label={t('fields.deviceId')}
          of={deviceListCall(app)}
          filter={{ solutionId: (app.commands?.[value.method]?.solutions ?? []).join(',') }}
          value={Number(value.device) || null}
          onChange={(device) => onChange({ ...value, device: device ?? 0 })}
        />
      )}
      {remove}
    </Group>
  );
}
