import type { Context } from '#platform/server/serve.ts';

/** The ids of the records of a type that the calling guest is there for. */
export async function subjectsOfGuest(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  { app, type }: { app: string; type: string },
): Promise<number[]> {
  const found = await tx
    .selectFrom('guestSubject')
    .select('subjectId')
    .where('userId', '=', actor.session.user.id)
    .where('appId', '=', app)
    .where('subjectType', '=', type)
    .orderBy('subjectId')
    .execute();
  return found.map(({ subjectId }) => subjectId);
}
