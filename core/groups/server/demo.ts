import type { Tx } from '#platform/server/postgres/database.ts';
import type { GroupColour } from '../common/record-group.ts';

type Kind = { companyId: number; appId: string; subjectType: string };

/** Adds groups of a kind of records to the demo, with the ids of their records. */
export async function addDemoRecordGroups(
  tx: Tx,
  kind: Kind,
  groups: readonly { name: string; colour: GroupColour; members: readonly number[] }[],
): Promise<void> {
  const added = await tx
    .insertInto('recordGroup')
    .values(groups.map(({ name, colour }) => ({ ...kind, name, colour })))
    .returning(['id', 'name'])
    .execute();
  const idOf = new Map(added.map(({ id, name }) => [name, id]));
  await tx
    .insertInto('recordGroupMember')
    .values(
      groups.flatMap(({ name, members }) =>
        members.map((recordId) => ({ groupId: idOf.get(name) as number, recordId, companyId: kind.companyId })),
      ),
    )
    .execute();
}
