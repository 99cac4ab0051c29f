import { expect, test } from 'vitest';
import { affectedBy, importersOf } from './import-graph.mjs';

const files: Record<string, string> = {
  'platform/web/ui/List.tsx': "import { useState } from 'react';",
  'core/alarms/web/AlarmsPage.tsx': "import { List } from '#platform/web/ui/List.tsx';",
  'core/alarms/web/index.tsx': "export const pages = { list: () => import('./AlarmsPage.tsx') };",
  'core/alarms/server/lifecycle/raise.ts': "export { sql } from '../common/alarm.ts';",
  'core/alarms/common/alarm.ts': '',
};
const importers = importersOf(Object.keys(files), (path: string) => files[path] ?? '');

test('a change affects its importers, those of an import on demand included', () => {
  expect([...affectedBy(['platform/web/ui/List.tsx'], importers)]).toEqual([
    'platform/web/ui/List.tsx',
    'core/alarms/web/AlarmsPage.tsx',
    'core/alarms/web/index.tsx',
  ]);
});

test('a change affects nothing that it only imports', () => {
  expect([...affectedBy(['core/alarms/server/lifecycle/raise.ts'], importers)]).toEqual([
    'core/alarms/server/lifecycle/raise.ts',
  ]);
});
