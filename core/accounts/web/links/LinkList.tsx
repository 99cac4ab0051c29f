import { IconBan } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { useLabelsOf } from '#platform/web/i18n/texts.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { useRowHistory } from '#platform/web/ui/history/History.tsx';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { linkStates, type ShownLink } from '../../common/signed-link.ts';
import { api } from '../api.ts';
import { usePeopleFilter } from '../logs/use-people-filter.ts';
import { useText } from '../text.ts';

const { ago, cell, date } = columnsFor<ShownLink>();
const tones = { active: 'good', pending: 'ok', blocked: 'problem', expired: 'poor', revoked: 'poor' } as const;
const State = ({ value }: { value: ShownLink['state'] }) => (
  <StatusChip value={value} namespace="accounts" field="linkState" tones={tones} />
);
const subject = ({ subject: { name, id } }: ShownLink) => name ?? `#${id}`;

/** The name of a kind of links of an app. */
function useKindText() {
  const apps = registeredApps().filter(({ linkKinds }) => linkKinds);
  const labelsOf = useLabelsOf(apps.map(({ id }) => id));
  return useCallback((app: string, kind: string) => labelsOf(app).label(`linkKinds.${kind}`), [labelsOf]);
}

function useColumns(ofRecord: boolean): Column<ShownLink>[] {
  const t = useText();
  const kindText = useKindText();
  return useMemo(() => {
    const kind = (link: ShownLink) => kindText(link.app, link.kind);
    const person = ({ person: by }: ShownLink) => by?.name ?? t('links.system');
    const holder = ({ holder: name }: ShownLink) => name || t('links.nobody');
    return [
      { field: 'holder', name: 'linkHolder', width: 2, render: holder, text: holder, names: true },
      { field: 'kind', name: 'linkKind', width: 1, render: kind, text: kind },
      ...(ofRecord ? [] : [{ field: 'subject', name: 'linkFor', width: 1, render: subject, text: subject } as const]),
      cell('state', State, { width: 1 }),
      { field: 'person', name: 'madeBy', width: 1, render: person, text: person },
      date('untilAt'),
      { field: 'openings', width: 1, numeric: true },
      ago('lastUsedAt', { name: 'lastOpened', width: 1 }),
      date('fromAt', { hidden: true }),
      date('createdAt', { name: 'madeAt', hidden: true }),
    ];
  }, [t, kindText, ofRecord]);
}

type Props = {
  /** The record whose links are listed: its app, table and id; by default those of the whole company. */
  of?: { app: string; type: string; id: number };
};

/**
 * The signed links of a record or of the company: all of them for its administrators, for others those that they have made.
 * A link is revoked after a confirmation.
 */
export function LinkList({ of }: Props) {
  const kindText = useKindText();
  const people = usePeopleFilter();
  const [ending, setEnding] = useState<ShownLink | null>(null);
  const history = useRowHistory<ShownLink>(api.signedLink.history, ({ id }) => ({ id }), 'accounts');
  const rowActions = useMemo(
    () => [
      history.action,
      rowAction<ShownLink>('revoke', {
        icon: IconBan,
        danger: true,
        access: api.signedLink.revoke.route.access,
        shown: ({ state }) => state !== 'revoked' && state !== 'expired',
        run: (row) => {
          setEnding(row);
          return undefined;
        },
      }),
    ],
    [history.action],
  );
  const kinds = registeredApps().flatMap(({ id, linkKinds = {} }) =>
    Object.keys(linkKinds).map((kind) => ({ value: `${id}.${kind}`, label: kindText(id, kind) })),
  );
  return (
    <>
      <ListView
        of={api.signedLink}
        {...(of ? { fixed: { appId: of.app, subject: `${of.type}.${of.id}` } } : {})}
        columns={useColumns(of !== undefined)}
        filters={[
          { field: 'state', name: 'linkState', kind: 'select', options: linkStates },
          ...(of ? [] : [{ field: 'kind', name: 'linkKind', kind: 'select', options: kinds } as const]),
          ...people,
          { field: 'createdAt', name: 'madeAt', kind: 'dateRange' },
        ]}
        rowActions={rowActions}
        namespace="accounts"
        empty="signedLink"
        fresh
        exports
      />
      {ending && <RevokeDialog link={ending} onClose={() => setEnding(null)} />}
      {history.drawer}
    </>
  );
}

function RevokeDialog({ link, onClose }: { link: ShownLink; onClose(): void }) {
  const t = useText();
  const revoke = useAction(api.signedLink.revoke, {
    invalidates: [api.signedLink.list],
    onDone: onClose,
    onError: onClose,
    notice: () => t('links.revoked'),
  });
  return (
    <ConfirmDialog
      opened
      title={t('links.revokeTitle')}
      message={t('links.revokeText')}
      entityName={link.holder || subject(link)}
      confirmLabel={t('actions.revoke')}
      pending={revoke.pending}
      onConfirm={() => revoke.run({ params: { id: link.id } })}
      onCancel={onClose}
    />
  );
}
