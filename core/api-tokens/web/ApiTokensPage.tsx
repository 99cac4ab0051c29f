import { Button, Skeleton } from '@mantine/core';
import { IconBan, IconPlus } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can, useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { useRowHistory } from '#platform/web/ui/history/History.tsx';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type ShownToken, tokenStates } from '../common/api-token.ts';
import { useAbilityNames } from './ability-names.ts';
import { api, useText } from './api.ts';
import { NewTokenPanel } from './NewTokenPanel.tsx';

const { ago, cell, code, date } = columnsFor<ShownToken>();
const tones = { active: 'good', inactive: 'poor', expired: 'ok', revoked: 'problem' } as const;
const State = ({ value }: { value: ShownToken['state'] }) => (
  <StatusChip value={value} namespace="api-tokens" field="state" tones={tones} />
);
const filters = [{ field: 'state', kind: 'select', options: tokenStates }] as const;

function AbilityNames({ value }: { value: ShownToken['abilities'] }) {
  const namesOf = useAbilityNames();
  return <>{value.map((ability) => namesOf(ability).name).join(' · ')}</>;
}
const Abilities = ({ value }: { value: ShownToken['abilities'] }) => (
  <Suspense fallback={<Skeleton h={12} />}>
    <AbilityNames value={value} />
  </Suspense>
);

function useColumns(): Column<ShownToken>[] {
  const t = useText();
  return useMemo(() => {
    const sites = ({ structures }: ShownToken) => structures?.map(({ name }) => name).join(' · ') ?? t('allSites');
    const person = ({ person: { name } }: ShownToken) => name;
    return [
      { field: 'name', width: 2 },
      code('hint', { width: 1, text: ({ hint }: ShownToken) => `…${hint}` }),
      cell('state', State, { width: 1 }),
      { field: 'person', width: 1, render: person, text: person },
      cell('abilities', Abilities, { width: 2, text: ({ abilities }: ShownToken) => abilities.join(' ') }),
      { field: 'structures', width: 1, render: sites, text: sites },
      date('expiresAt'),
      ago('lastUsedAt', { width: 1 }),
      code('lastAddress', { width: 1, hidden: true }),
      { field: 'perMinute', hidden: true },
    ];
  }, [t]);
}

/** The tokens of a person, or for administrators all of the company. */
export function ApiTokensPage() {
  const t = useText();
  const { actingFor, user } = useMe().session;
  // Tokens are made for the person's own company only.
  const companyId = actingFor === user.companyId ? user.companyId : null;
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<ShownToken | null>(null);
  const history = useRowHistory<ShownToken>(api.apiToken.history, ({ id }) => ({ id }), 'api-tokens');
  const rowActions = useMemo(
    () => [
      history.action,
      rowAction<ShownToken>('revoke', {
        icon: IconBan,
        danger: true,
        access: api.apiToken.revoke.route.access,
        shown: ({ revokedAt }) => revokedAt === null,
        run: (row) => {
          setEnding(row);
          return undefined;
        },
      }),
    ],
    [history.action],
  );
  const add = companyId !== null && (
    <Can access={api.apiToken.create.route.access}>
      <Button leftSection={<IconPlus size={iconSizes.md} aria-hidden />} onClick={() => setAdding(true)}>
        {t('new')}
      </Button>
    </Can>
  );
  return (
    <>
      <ListPage
        of={api.apiToken}
        columns={useColumns()}
        filters={filters}
        rowActions={rowActions}
        namespace="api-tokens"
        lead={t('lead')}
        action={add}
        empty="apiToken"
        emptyAction={add}
        exports
      />
      {adding && companyId !== null && <NewTokenPanel companyId={companyId} onClose={() => setAdding(false)} />}
      {ending && <RevokeDialog token={ending} onClose={() => setEnding(null)} />}
      {history.drawer}
    </>
  );
}

function RevokeDialog({ token, onClose }: { token: ShownToken; onClose(): void }) {
  const t = useText();
  const revoke = useAction(api.apiToken.revoke, {
    invalidates: [api.apiToken.list],
    onDone: onClose,
    onError: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t('revoke.title')}
      message={t('revoke.text')}
      entityName={token.name}
      confirmLabel={t('actions.revoke')}
      pending={revoke.pending}
      onConfirm={() => revoke.run({ params: { id: token.id } })}
      onCancel={onClose}
    />
  );
}
