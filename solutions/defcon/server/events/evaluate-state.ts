import { isArmed } from '../../common/panel/words.ts';
import type { Evaluation } from './evaluation.ts';
import { beginPeriod, endPeriod, groupOf, zoneOf } from './numbered-parts.ts';
import type { StateReport } from './signals.ts';

/** The whole state, as the panel has it. What differs is taken over, and is never an alarm. */
export function takeState(evaluated: Evaluation, report: StateReport): void {
  const { panel, reported, synced } = evaluated;
  const { at } = report;
  const changes: Record<string, unknown> = {};
  for (const { no, state } of report.groups) {
    const group = groupOf(panel, no);
    const [armed, wasArmed] = [isArmed(state), isArmed(group.state)];
    (state === 'disarmed' ? reported.disarmed : reported.armed).push(no);
    if (at < group.stateAt) continue;
    // Since when it is known to be so.
    if (group.stateAt === 0) group.stateAt = at;
    if (group.state === state) continue;
    changes[`group ${no}`] = state;
    if (armed && !wasArmed) beginPeriod(panel, group, at);
    if (!armed && wasArmed) endPeriod(panel, group);
    Object.assign(group, { state, stateAt: at, stateBy: null });
  }
  for (const { no, ...state } of report.zones) {
    const zone = zoneOf(panel, no, null);
    if (state.bypassed !== undefined) reported[state.bypassed ? 'bypassed' : 'watched'].push(no);
    if (at < zone.changedAt) continue;
    const different = Object.entries(state).filter(([key, value]) =>
      Object.entries(zone).some(([k, v]) => k === key && v !== value),
    );
    if (different.length === 0) continue;
    Object.assign(zone, state, { changedAt: at });
    const shown = different.filter(([key]) => key !== 'battery');
    if (shown.length > 0) changes[`zone ${no}`] = Object.fromEntries(shown);
  }
  evaluated.heardAt = Math.max(evaluated.heardAt, at);
  if (report.mains !== undefined) panel.mains = report.mains;
  if (report.path !== undefined) {
    panel.path = report.path;
    evaluated.path = report.path;
  }
  if (Object.keys(changes).length > 0) synced.push({ at, receivedAt: report.receivedAt, changes });
}
