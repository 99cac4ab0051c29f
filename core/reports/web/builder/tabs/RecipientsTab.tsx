import { Alert, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAction, useList } from '#platform/web/client/hooks.ts';
import { formatList } from '#platform/web/i18n/formats.ts';
import { PickMany } from '#platform/web/ui/choice/PickMany.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { type Colleague, maxReceptors, type Receptor } from '../../../common/receptor.ts';
import { api } from '../../api.ts';
import { useText } from '../../texts.ts';

type Props = {
  companyId: number;
  /** Null for a report that is not stored yet: its recipients are stored with it. */
  reportId: number | null;
  chosen: readonly Colleague[];
  onChoose(people: readonly Colleague[]): void;
  /** The report has changes that are not stored: what each may see is known of the stored one. */
  isDirty: boolean;
};

/** The people to whom the report is sent, and who of them is skipped. */
export function RecipientsTab({ companyId, reportId, chosen, onChoose, isDirty }: Props) {
  const t = useText();
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t(reportId === null ? 'builder.recipients.newHint' : 'builder.recipients.hint')}
      </Text>
      {reportId === null ? (
        <People
          companyId={companyId}
          chosen={chosen.map(({ id }) => id)}
          onToggle={(person, on) => onChoose(on ? [...chosen, person] : chosen.filter(({ id }) => id !== person.id))}
        />
      ) : (
        <StoredRecipients companyId={companyId} reportId={reportId} isDirty={isDirty} />
      )}
    </Stack>
  );
}

type StoredProps = { companyId: number; reportId: number; isDirty: boolean };

/** Those of a stored report, who are stored as soon as they are chosen. */
function StoredRecipients({ companyId, reportId, isDirty }: StoredProps) {
  const t = useText();
  const params = { companyId, id: reportId };
  const list = useList(api.receptor.list, { limit: maxReceptors }, { params });
  const add = useAction(api.receptor.add);
  const remove = useAction(api.receptor.remove);
  const { rows } = list;
  if (list.loading || list.error)
    return <QueryBoundary of={{ isError: list.error !== null, error: list.error, refetch: list.retry }} />;
  const receptorOf = (userId: number) => rows.find(({ user }) => user.id === userId);
  return (
    <>
      <Skipped receptors={rows} isDirty={isDirty} />
      <People
        companyId={companyId}
        chosen={rows.map(({ user }) => user.id)}
        disabled={add.pending || remove.pending || list.fetching}
        note={({ id }) => {
          const receptor = receptorOf(id);
          return receptor && t(`builder.recipients.states.${stateOf(receptor)}`);
        }}
        onToggle={({ id }, on) => {
          const receptor = receptorOf(id);
          if (on) add.run({ params, body: [{ userId: id }], silent: 'success' });
          else if (receptor) remove.run({ params, query: { ids: String(receptor.id) }, silent: 'success' });
        }}
      />
    </>
  );
}

/** What a recipient gets of a run. */
function stateOf({ state, maySeeAll }: Receptor): 'paused' | 'may-not-see' | 'receives' {
  if (state === 'paused') return 'paused';
  return maySeeAll ? 'receives' : 'may-not-see';
}

function Skipped({ receptors, isDirty }: { receptors: readonly Receptor[]; isDirty: boolean }) {
  const t = useText();
  const skipped = (['may-not-see', 'paused'] as const).flatMap((state) => {
    const names = receptors.filter((receptor) => stateOf(receptor) === state).map(({ user }) => user.name);
    return names.length === 0 ? [] : [{ state, names }];
  });
  if (skipped.length === 0) return null;
  return (
    <Alert title={t('builder.recipients.skipped')}>
      {skipped.map(({ state, names }) => (
        <div key={state}>
          <bdi>{formatList(names)}</bdi>: {t(`builder.recipients.states.${state}`)}
        </div>
      ))}
      {isDirty && <div>{t('builder.recipients.unsaved')}</div>}
    </Alert>
  );
}

type PeopleProps = {
  companyId: number;
  chosen: readonly number[];
  disabled?: boolean;
  note?(person: Colleague): ReactNode;
  onToggle(person: Colleague, on: boolean): void;
};

function People({ companyId, chosen, disabled = false, ...props }: PeopleProps) {
  const t = useText();
  return (
    <>
      {chosen.length >= maxReceptors && (
        <Text size="sm" role="status">
          {t('builder.recipients.full', { most: maxReceptors })}
        </Text>
      )}
      <PickMany
        {...props}
        label={t('builder.tabs.recipients')}
        of={api.receptor.people}
        params={{ companyId }}
        chosen={chosen}
        isChosen={({ id }: Colleague) => chosen.includes(id)}
        name={({ name }: Colleague) => name}
        empty={t('builder.recipients.nobody')}
        disabled={disabled}
      />
    </>
  );
}
