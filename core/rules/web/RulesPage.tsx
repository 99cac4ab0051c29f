import { useMemo } from 'react';
import { classesOf, kindsOfApps, useAlarmTextsOf } from '#core/alarms/web/parts.tsx';
import { useSiteFilter } from '#core/places/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { useAppFilter } from '#platform/web/ui/list/filters/use-app-filter.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { deleteRows } from '#platform/web/ui/list/rows/delete-row.ts';
import { AddRule } from './AddRule.tsx';
import { api } from './api.ts';
import { useRuleColumns } from './rule-columns.tsx';
import { mayWithRule, useAppsWithRules } from './source.ts';
import { useRuleActions } from './use-rule-actions.tsx';

// The rows count the open alarms of each rule.
const live = { topics: ['alarms'] };

/** The alarm rules of all apps. */
export function RulesPage() {
  const apps = useAppsWithRules();
  const { chosen, filters: byApp } = useAppFilter(apps);
  const byOthers = useRuleFilters(apps, chosen);
  const filters = useMemo(() => [...byApp, ...byOthers], [byApp, byOthers]);
  const { rowActions, drawer } = useRuleActions();
  const removes = apps.some(({ id }) => mayWithRule({ app: id }, 'delete'));
  return (
    <>
      <ListPage
        of={api.deskRule}
        namespace="rules"
        table="core_alarms_rules"
        columns={useRuleColumns(apps)}
        filters={filters}
        rowActions={rowActions}
        {...(removes ? { bulkActions } : {})}
        action={<AddRule apps={chosen} />}
        empty="rule"
        emptyAction={<AddRule apps={chosen} />}
        exports
        fresh
        live={live}
      />
      {drawer}
    </>
  );
}

const bulkActions = [deleteRows];

/** Filters by site, kind and state; kinds are those of the apps that are chosen, each once. */
function useRuleFilters(
  apps: readonly AppManifest[],
  chosen: readonly AppManifest[],
): FiltersOf<typeof api.deskRule.list> {
  const textsOf = useAlarmTextsOf(apps);
  const sites = useSiteFilter();
  return useMemo(() => {
    const kinds = kindsOfApps(chosen, classesOf);
    return [
      { ...sites, field: 'structureId' },
      {
        field: 'kind',
        kind: 'select',
        options: kinds.map(({ app, value }) => ({ value, label: textsOf(app).kind(value) })),
      },
      { field: 'enabled', kind: 'boolean' },
    ];
  }, [chosen, textsOf, sites]);
}
