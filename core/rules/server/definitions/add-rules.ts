import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Level, Rule, RuleFields } from '../../common/rule.ts';

export type RuleDraft = Pick<Rule, 'app' | 'class' | 'kind'> &
  Partial<Pick<RuleFields, 'titles' | 'clear' | 'actions' | 'enabled'>> & {
    name: string;
    solutionId: number;
    levels: readonly Level[];
  };

/** Adds rules to a company. Workers read them within half a minute. */
export async function addRules(tx: Tx, companyId: number, drafts: readonly RuleDraft[]): Promise<void> {
  for (const {
    app,
    class: of,
    kind,
    name,
    titles = null,
    solutionId,
    levels,
    clear = { forSeconds: 0 },
    actions = [],
    enabled = true,
  } of drafts) {
    await sql`INSERT INTO alarm_rule (company_id, app, class, kind, name, titles, solution_id, levels, clear, actions, enabled)
      VALUES (${companyId}, ${app}, ${of}, ${kind}, ${name}, ${titles && JSON.stringify(titles)}, ${solutionId}, ${JSON.stringify(levels)}, ${JSON.stringify(clear)}, ${JSON.stringify(actions)}, ${enabled})`.execute(
      tx,
    );
  }
}

export async function hasRule(tx: Tx, companies: readonly number[]): Promise<boolean> {
  const found = await sql`SELECT FROM alarm_rule WHERE company_id = ANY (${companies}::integer[]) LIMIT 1`.execute(tx);
  return found.rows.length > 0;
}
