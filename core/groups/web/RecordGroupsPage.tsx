import { Button } from '@mantine/core';
import { IconFolderPlus, IconFolders, IconPlus, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Endpoint } from '#platform/web/client/client-of.ts';
import { notify } from '#platform/web/client/notices.ts';
import { refetchInBackground } from '#platform/web/client/record-queries.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import { iconSizes } from '#platform/web/theme.ts';
import type { BulkAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { RecordGroup } from '../common/record-group.ts';
import { AddMembersPanel, useResultText } from './AddMembersPanel.tsx';
import { GroupPanel } from './GroupPanel.tsx';
import { GroupsAside } from './GroupsAside.tsx';
import { type GroupCalls, useGroups } from './group-calls.ts';
import classes from './RecordGroupsPage.module.css';
import { namespace, useText } from './text.ts';

/** What the app's list of records gets from the page of groups: `<ListPage of={api.vehicle} {...shown} … />`. */
export type ShownGroup = {
  /** Shows the records of the chosen group and of those within it. */
  fixed: { groupId?: number };
  action: ReactNode;
  aside?: ReactNode;
  bulkActions: readonly BulkAction<{ id: number }>[];
};
type Props = {
  of: GroupCalls;
  /** The app's list of the records, which has the filter `groupId`. */
  records: Endpoint<AnyRoute>;
  /** The list of the records on the page. */
  children(shown: ShownGroup): ReactNode;
};
type Opened = { panel: 'group'; group: RecordGroup | null } | { panel: 'members' } | { panel: 'tree' } | null;

/** The parameter of the address with the chosen group. */
const parameter = 'group';

/** The groups of a kind of records as a tree, next to the list of the records of the chosen one. */
export function RecordGroupsPage({ of, records, children }: Props) {
  const t = useText();
  const phone = usePhone();
  const groups = useGroups(of).data ?? [];
  const [params, setParams] = useSearchParams();
  const [opened, setOpened] = useState<Opened>(null);
  const chosen = groups.find(({ id }) => String(id) === params.get(parameter)) ?? null;
  const close = () => setOpened(null);
  const choose = (id: number | null) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      // Another group begins with the first page.
      after.delete('page');
      if (id === null) after.delete(parameter);
      else after.set(parameter, String(id));
      return after;
    });
  const bulkActions = useMemberActions(of, records, chosen);
  const tree = (
    <GroupsAside
      of={of}
      value={chosen?.id ?? null}
      onChange={(id) => {
        choose(id);
        if (phone) close();
      }}
      onEdit={(group) => setOpened({ panel: 'group', group })}
    />
  );
  const action = (
    <>
      {phone && (
        <Button
          variant="default"
          leftSection={<IconFolders size={iconSizes.md} aria-hidden />}
          onClick={() => setOpened({ panel: 'tree' })}
        >
          <bdi>{chosen?.name ?? t('groups')}</bdi>
        </Button>
      )}
      {chosen && (
        <Can access={of.addMembers.route.access}>
          <Button
            variant="default"
            leftSection={<IconPlus size={iconSizes.md} aria-hidden />}
            onClick={() => setOpened({ panel: 'members' })}
          >
            {t('addMembers')}
          </Button>
        </Can>
      )}
      <Can access={of.create.route.access}>
        <Button
          leftSection={<IconFolderPlus size={iconSizes.md} aria-hidden />}
          onClick={() => setOpened({ panel: 'group', group: null })}
        >
          {t('new')}
        </Button>
      </Can>
    </>
  );
  return (
    <>
      {children({
        fixed: chosen ? { groupId: chosen.id } : {},
        action: <div className={classes.actions}>{action}</div>,
        bulkActions,
        ...(phone ? {} : { aside: <div className={classes.aside}>{tree}</div> }),
      })}
      {opened?.panel === 'tree' && (
        <SidePanel title={t('groups')} onClose={close} sheet>
          {tree}
        </SidePanel>
      )}
      {opened?.panel === 'members' && chosen && (
        <AddMembersPanel of={of} records={records} group={chosen} onClose={close} />
      )}
      {opened?.panel === 'group' && (
        <GroupPanel
          of={of}
          groups={groups}
          group={opened.group}
          within={chosen?.id ?? null}
          onClose={close}
          onSaved={({ id }) => choose(id)}
        />
      )}
    </>
  );
}

/** Takes the selected records out of the chosen group. */
function useMemberActions(of: GroupCalls, records: Endpoint<AnyRoute>, chosen: RecordGroup | null) {
  const client = useQueryClient();
  const resultText = useResultText();
  const id = chosen?.id;
  return useMemo(
    (): BulkAction<{ id: number }>[] =>
      id === undefined
        ? []
        : [
            {
              key: 'removeMembers',
              namespace,
              icon: IconX,
              access: of.removeMembers.route.access,
              async run(rows) {
                const body = { recordIds: rows.map((row) => row.id) };
                const results = await of.removeMembers.send({ params: { id }, body, silent: 'success' });
                refetchInBackground(client, [of.list.keyPrefix, records.keyPrefix]);
                const done = results.some(({ result }) => result === 'removed');
                notify({ kind: done ? 'success' : 'info', message: resultText(results) });
              },
            },
          ],
    [of, records, id, client, resultText],
  );
}
