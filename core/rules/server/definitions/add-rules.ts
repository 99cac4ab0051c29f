import { classOf } from '#core/alarms/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import type { Level, Rule, RuleFields } from '../../common/rule.ts';

export type RuleDraft = Pick<Rule, 'app' | 'kind'> &
  Partial<Pick<RuleFields, 'titles' | 'clear' | 'actions' | 'enabled'>> & {
    name: string;
    solutionId: number;
    levels: readonly Level[];
  };

/** Adds rules to a company. Workers read them within half a minute. */
export async function addRules(
  { tx, kit }: Pick<Emitting, 'tx' | 'kit'>,
  companyId: number,
  drafts: readonly RuleDraft[],
): Promise<void> {
  for (const {
    app,
    kind,
    name,
    titles = null,
    solutionId,
    levels,
    clear = { forSeconds: 0 },
    actions = [],
    enabled = true,
  } of drafts) {
    const declared = classOf(kit, app, kind);
    if (!declared) throw new Error(`${app} declares no alarm "${kind}"`);
    await tx
      .insertInto('alarmRule')
      .values({
        companyId,
        app,
        class: declared,
        kind,
        name,
        titles: titles && JSON.stringify(titles),
        solutionId,
        levels: JSON.stringify(levels),
        clear: JSON.stringify(clear),
        actions: JSON.stringify(actions),
        enabled,
      })
      .execute();
  }
}

export async function hasRule(tx: Tx, companies: readonly number[]): Promise<boolean> {
  const found = await tx.selectFrom('alarmRule').where('companyId', '=', anyOf(companies)).limit(1).execute();
  return found.length > 0;
}
