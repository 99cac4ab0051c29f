/*
 * Subqueries that other slices join. PostgreSQL flattens them at no cost; they list the columns that other slices rely
 * on.
 */

/** The alarms of all apps, open and closed. */
export const storedAlarms =
  '(SELECT id, company_id, app, class, kind, severity, rank, condition, device_id, solution_id, subject_type, subject_id, subject_name, structure_id, rule_id, acknowledged_at, desk_company_id, only_for, disposition, escalated_to, first_at, last_at, closed_at, created_at, sensor, value, crossed, names, outcome FROM alarm)';

/** id, alarm_id, at, action, data: what happened to alarms. */
export const storedAlarmEvents = '(SELECT id, alarm_id, at, action, data FROM alarm_event)';

/** alarm_id, company_id, role, structure_id, view, acknowledged_at, until_at: the further companies of alarms. */
export const storedParties =
  '(SELECT alarm_id, company_id, role, structure_id, view, acknowledged_at, until_at FROM alarm_party)';
