import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';
import type { Condition, Rule, Trigger } from '../common/rule.ts';

export type RuleDraft = Pick<Rule, 'app' | 'class' | 'kind' | 'severity'> & {
  solutionId: number;
  condition: Condition;
  trigger?: Trigger;
  hysteresis?: number;
};

/** Adds rules to a company. Workers read them within half a minute. */
export async function addRules(tx: Tx, companyId: number, drafts: readonly RuleDraft[]): Promise<void> {
  for (const {
    app,
    class: of,
    kind,
    severity,
    solutionId,
    condition,
    trigger = { type: 'simple' },
    hysteresis = 0,
  } of drafts) {
    await sql`INSERT INTO alarm_rule (company_id, app, class, kind, severity, solution_id, condition, trigger, hysteresis)
      VALUES (${companyId}, ${app}, ${of}, ${kind}, ${severity}, ${solutionId}, ${JSON.stringify(condition)}, ${JSON.stringify(trigger)}, ${hysteresis})`.execute(
      tx,
    );
  }
}

export async function hasRule(tx: Tx, companyId: number): Promise<boolean> {
  const found = await sql`SELECT FROM alarm_rule WHERE company_id = ${companyId} LIMIT 1`.execute(tx);
  return found.rows.length > 0;
}
