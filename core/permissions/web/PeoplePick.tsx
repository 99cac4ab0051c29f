import { type ReactNode, useMemo } from 'react';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Endpoint } from '#platform/web/client/client-of.ts';
import { useOptimistic } from '#platform/web/client/optimistic.ts';
import { PickMany } from '#platform/web/ui/choice/PickMany.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { useText } from './api.ts';
import { switched } from './switched.ts';

export type Member = { id: number; firstName: string; lastName: string; email: string };
export const memberName = (person: Member) => `${person.firstName} ${person.lastName}`;

type Props = {
  /** The people of the company. */
  of: Endpoint<AnyRoute>;
  members: readonly { id: number }[];
  save(ids: number[]): Promise<readonly { id: number }[]>;
  aside?(person: Member): ReactNode;
  /** By default that of people who belong to a group. */
  label?: string;
  disabled?: boolean;
};

/** Selects the people of a group among those of the company. */
export function PeoplePick({ of, members, save, aside, label, disabled = false }: Props) {
  const t = useText();
  const stored = useMemo(() => members.map((one) => one.id), [members]);
  const [ids, change] = useOptimistic(stored, async (wanted) => (await save(wanted)).map((one) => one.id));
  return (
    <PickMany
      label={label ?? t('fields.users')}
      of={of}
      chosen={ids}
      isChosen={(person: Member) => ids.includes(person.id)}
      onToggle={(person: Member, on) => change((before) => switched(before, person.id, on))}
      name={memberName}
      note={(person: Member) => <Bdi>{person.email}</Bdi>}
      {...(aside ? { aside } : {})}
      empty={t('group.nobody')}
      disabled={disabled}
    />
  );
}
