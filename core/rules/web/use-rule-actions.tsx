import { IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { appOfAlarm } from '#core/alarms/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { useRowHistory } from '#platform/web/ui/history/History.tsx';
import { deleteRow } from '#platform/web/ui/list/rows/delete-row.ts';
import { type RowAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import type { RuleRow } from '../common/rule.ts';
import { api } from './api.ts';
import { mayWithRule, ruleSource } from './source.ts';

/** A rule of a template changes with its template only. */
const isOwn = ({ templateVersionId }: RuleRow) => templateVersionId === null;
const mayChange = (row: RuleRow) => isOwn(row) && mayWithRule(row, 'update');

/** The actions on a rule: edit, switch off or on, history and delete; and the drawer of the history. */
export function useRuleActions(): { rowActions: RowAction<RuleRow>[]; drawer: ReactNode } {
  const { session } = useMe();
  const { ask } = useAction(api.deskRule.update);
  const history = useRowHistory<RuleRow>(api.deskRule.history, ({ id }) => ({ id }), 'rules');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a person may do depends on the session
  const rowActions = useMemo((): RowAction<RuleRow>[] => {
    const set = (enabled: boolean) => (row: RuleRow) =>
      ask({ params: { id: row.id }, body: { enabled }, silent: 'success' });
    return [
      rowAction<RuleRow>('edit', {
        icon: IconPencil,
        shown: mayChange,
        to: (row) => ruleSource(appOfAlarm(row))?.addresses.edit(row.id) ?? '',
      }),
      rowAction<RuleRow>('switch-off', {
        icon: IconPlayerPause,
        updates: true,
        shown: (row) => row.enabled && mayChange(row),
        run: set(false),
      }),
      rowAction<RuleRow>('switch-on', {
        icon: IconPlayerPlay,
        updates: true,
        shown: (row) => !row.enabled && mayChange(row),
        run: set(true),
      }),
      { ...history.action, shown: (row) => mayWithRule({ app: row.app }, 'history') },
      { ...deleteRow, shown: (row: RuleRow) => isOwn(row) && mayWithRule(row, 'delete') } as RowAction<RuleRow>,
    ];
  }, [history.action, ask, session]);
  return { rowActions, drawer: history.drawer };
}
