import { useState } from 'react';
import type { AnyRoute, Route } from '#platform/common/route.ts';
import type { Endpoint } from '#platform/web/client/client-of.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { PickMany } from '#platform/web/ui/choice/PickMany.tsx';
import { switched } from './switched.ts';

type Group = { id: number; name: string; description: string; users: readonly { id: number }[] };
type Update = Route<{ id: number }, unknown, { users?: number[] | undefined }, Group, false>;

type Props = {
  label: string;
  empty: string;
  /** Groups of one kind, and the call that sets their people. */
  calls: { list: Endpoint<AnyRoute>; update: Endpoint<Update> };
  personId: number;
};

/** The groups of one kind for one person: selected if the person belongs to them. */
export function GroupsOfPerson({ label, empty, calls, personId }: Props) {
  const may = usePermitted(calls.update.route.access);
  const update = useAction(calls.update);
  const [saving, setSaving] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isIn = (group: Group) => saving.get(group.id) ?? group.users.some((one) => one.id === personId);
  async function put(group: Group, on: boolean) {
    setSaving((before) => new Map(before).set(group.id, on));
    try {
      const users = group.users.map((one) => one.id);
      await update.ask({
        params: { id: group.id },
        body: { users: switched(users, personId, on) },
        silent: 'success',
      });
    } catch (error) {
      // A notice names the refusal; the checkbox goes back to the stored state.
      if (!(error instanceof RequestError)) throw error;
    } finally {
      setSaving((before) => new Map([...before].filter(([id]) => id !== group.id)));
    }
  }
  return (
    <PickMany
      label={label}
      of={calls.list}
      isChosen={isIn}
      onToggle={(group: Group, on) => void put(group, on)}
      name={(group: Group) => group.name}
      note={(group: Group) => (group.description ? <bdi>{group.description}</bdi> : undefined)}
      empty={empty}
      disabled={!may}
    />
  );
}
