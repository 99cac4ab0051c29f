import { expect, test } from 'vitest';
import { type AppManifest, defineApp } from '#platform/common/define-app.ts';
import { writeListQuery } from '#platform/common/list.ts';
import { emptyListState, listRequestOf, readState, withFilter, writeState } from '#platform/web/ui/list/list-state.ts';
import { alarmColumns, alarmFilters } from './alarm-columns.tsx';

const words = {
  kind: String,
  className: String,
  title: String,
  subject: ({ subject: { type } }: { subject: { type: string } }) => type,
  measured: () => null,
  outcome: () => '',
  party: String,
};
const texts = {
  of: (app: string) => ({ ...words, kind: (kind: string) => `${app} ${kind}` }),
  appName: ({ app }: { app: string }) => app,
  date: String,
  valueText: (_field: string, value: string) => value,
};
const app = (id: string, kinds: readonly string[]) =>
  defineApp({
    id,
    brand: id,
    web: `/${id}`,
    api: `/${id}`,
    icon: 'box',
    needs: [],
    routes: {},
    pages: [],
    alarms: Object.fromEntries(kinds.map((kind) => [kind, { class: 'operational' }])),
  });
const apps = [app('one', ['flood', 'frost']), app('two', ['frost', 'fire'])];
const options = (history: boolean, of: 'device' | 'site' | 'all' = 'all') => ({
  apps,
  classesOf: () => ['operational'],
  history,
  of,
  texts,
});
const sites = { kind: 'select', options: [] } as const;
const byApp = [{ field: 'app' as const, kind: 'select' as const, options: [] }];
const filters = (history: boolean, chosen: readonly AppManifest[] = apps) =>
  alarmFilters({ ...options(history), byApp, sites, chosen });
const shown = (history: boolean, of?: 'device' | 'site') =>
  alarmColumns({ ...options(history, of), to: () => '' })
    .filter(({ hidden }) => !hidden)
    .map(({ field }) => field);

test('the list of open alarms omits columns whose value is the same in all rows', () => {
  expect(shown(false)).toContain('acknowledged');
  expect(shown(false)).not.toContain('disposition');
  expect(shown(true)).toContain('disposition');
});

test('the alarms of all apps name their app and are filtered by app, site and kind first', () => {
  expect(shown(false)).toEqual(expect.arrayContaining(['app', 'subject', 'structure']));
  expect(shown(false, 'site')).not.toContain('structure');
  expect(
    filters(false)
      .map(({ field }) => field)
      .slice(0, 3),
  ).toEqual(['app', 'structureId', 'kind']);
});

test('what alarms are about is a filter if an app has alarms of more than its devices', () => {
  const carrying = defineApp({ ...app('three', []), alarmSubjects: { vehicle: {}, job: {} } });
  const about = (chosen: readonly AppManifest[]) =>
    filters(false, chosen).find(({ field }) => field === 'subjectType')?.options;
  expect(about(apps)).toBeUndefined();
  expect(about([...apps, carrying])).toEqual(['device', 'vehicle', 'job'].map((value) => ({ value, label: value })));
});

test('the kinds that are offered are those of the chosen apps, each once', () => {
  const kindsOf = (chosen: readonly AppManifest[]) =>
    filters(false, chosen)
      .find(({ field }) => field === 'kind')
      ?.options?.map((option) => (typeof option === 'string' ? option : option.label))
      .filter((label) => /flood|frost|fire/.test(String(label)));
  expect(kindsOf(apps)).toEqual(['one flood', 'one frost', 'two fire']);
  expect(kindsOf(apps.slice(1))).toEqual(['two frost', 'two fire']);
});

test.each([false, true])(
  'the filter by time of day is kept in the address and sent to the server (history: %s)',
  (history) => {
    const state = withFilter(emptyListState(), 'timeOfDay', { from: '08:00', to: '17:30' });
    const address = writeState(state, filters(history), new URLSearchParams());
    expect(decodeURIComponent(String(address))).toBe('timeOfDay[from]=08:00&timeOfDay[to]=17:30');
    const read = readState(new URLSearchParams(String(address)), filters(history), null);
    expect(read?.filter).toEqual(state.filter);
    const query = writeListQuery(listRequestOf(read ?? emptyListState(), filters(history), 'Asia/Dubai'));
    expect(decodeURIComponent(String(query))).toContain('timeOfDay[from]=08:00&timeOfDay[to]=17:30');
  },
);

test('who has to act is listed and filtered only if an alarm can have several companies', () => {
  const shared = defineApp({
    ...app('three', []),
    alarmClasses: { access: { path: '/alarm', page: 'alarms', actions: {}, parties: ['owner', 'monitor'] } },
  });
  const of = { ...options(false), apps: [...apps, shared], classesOf: () => ['access'] };
  const fields = (chosen: readonly AppManifest[]) =>
    alarmFilters({ ...of, byApp, sites, chosen }).map(({ field }) => field);
  const column = alarmColumns({ ...of, to: () => '' }).find(({ field }) => field === 'desk');
  expect([fields(of.apps).includes('desk'), fields(apps).includes('desk')]).toEqual([true, false]);
  expect(alarmColumns({ ...options(false), to: () => '' }).some(({ field }) => field === 'desk')).toBe(false);
  const row = (desk: { role: string; mine: boolean } | null) => column?.text?.({ app: 'three', desk } as never);
  expect([null, { role: 'owner', mine: true }, { role: 'monitor', mine: false }].map(row)).toEqual([
    'mine',
    'mine',
    'monitor',
  ]);
});

test('the site of an alarm is named to further companies, which know nothing else of it', () => {
  const site = alarmColumns({ ...options(false), of: 'all', to: () => '' }).find(({ field }) => field === 'structure');
  const row = (shown: object) => site?.text?.(shown as never);
  expect(row({ structure: { id: 1, name: 'Mall' }, party: null })).toBe('Mall');
  expect(row({ structure: null, party: { structure: 'Mall' } })).toBe('Mall');
});
