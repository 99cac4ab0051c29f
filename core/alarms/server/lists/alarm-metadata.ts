import { sql } from 'kysely';
import { z } from 'zod';
import { structureChoices } from '#core/places/server/api.ts';
import type { Context } from '#platform/server/serve.ts';
import { conditions, dispositions, severities } from '../../common/alarm.ts';
import type { alarmMetadata } from '../../common/alarm-info.ts';
import type { AlarmClass } from '../../common/manifest.ts';
import type { ClassMount } from '../lifecycle/locked-alarm.ts';
import { alarmKindsByClass } from '../raising/alarm-classes.ts';
import { inReadableClasses, inScope } from './readable-alarms.ts';

type Metadata = z.infer<typeof alarmMetadata>;
type Reading = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>;

/** The values of a field of a body that is a choice. */
function choicesOf(type: unknown): string[] {
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable) return choicesOf(type.unwrap());
  if (type instanceof z.ZodEnum) return type.options.map(String);
  return type instanceof z.ZodBoolean ? ['true', 'false'] : [];
}

/** What the closing actions of a class state. */
const outcomesOf = ({ actions }: AlarmClass): Record<string, string[]> =>
  Object.fromEntries(
    Object.values(actions)
      .filter(({ closes }) => closes)
      .flatMap(({ body }) => Object.entries(body?.shape ?? {}))
      .map(([key, type]) => [key, choicesOf(type)]),
  );

type Count = { structureId: number | null; solutionId: number | null; count: number };

async function openCounts(context: Reading, { app, classes }: ClassMount): Promise<Count[]> {
  const readable = inReadableClasses(context, app, classes);
  if (!readable) return [];
  const counts = await sql<Count>`
    SELECT t.structure_id, t.solution_id, count(*)::integer AS count FROM alarm t
     WHERE t.closed_at IS NULL AND ${inScope(context)} AND ${readable} GROUP BY 1, 2`.execute(context.tx);
  return counts.rows;
}

const sum = (counts: readonly Count[]): number => counts.reduce((total, { count }) => total + count, 0);

/** What alarms of these classes can be filtered by, with the numbers of open ones that the caller may read. */
export async function readMetadata(context: Reading, mount: ClassMount): Promise<Metadata> {
  const { tx, kit, actor } = context;
  const manifest = kit.apps.find(({ id }) => id === mount.app);
  const counts = await openCounts(context, mount);
  const kinds = new Map(alarmKindsByClass(kit, mount.app).map(({ type, kinds: of }) => [type, of]));
  return {
    classes: mount.classes.flatMap((name) => {
      const spec = manifest?.alarmClasses?.[name];
      if (!spec) return [];
      const { actions, marks = [] } = spec;
      return [
        {
          name,
          kinds: kinds.get(name) ?? [],
          actions: Object.keys(actions),
          fields: Object.fromEntries(
            Object.entries(actions).flatMap(([action, { fields }]) => (fields ? [[action, { ...fields }]] : [])),
          ),
          outcomes: outcomesOf(spec),
          marks: [...marks],
        },
      ];
    }),
    severities: [...severities],
    conditions: [...conditions],
    dispositions: [...dispositions],
    subjectTypes: [...(manifest?.solutions?.length ? ['device'] : []), ...Object.keys(manifest?.alarmSubjects ?? {})],
    structures: (await structureChoices(tx, actor)).map(({ id, name }) => ({
      id,
      name,
      openAlarms: sum(counts.filter(({ structureId }) => structureId === id)),
    })),
    solutions: (manifest?.solutions ?? []).map(({ id, key }) => ({
      id,
      name: key,
      openAlarms: sum(counts.filter(({ solutionId }) => solutionId === id)),
    })),
  };
}
