import { expect, test } from 'vitest';
import { layersOf } from './web-chunks.ts';

const chunk = (
  fileName: string,
  moduleIds: string[],
  imports: string[] = [],
  facadeModuleId: string | null = null,
) => ({
  fileName,
  moduleIds,
  imports,
  facadeModuleId,
  isEntry: false,
});
const page = (name: string, path: string, imports: string[]) => chunk(name, [path], imports, path);

const chunks = [
  chunk('index.js', ['/index.html', '/main/web.tsx', '/boot.ts'], ['shared.js'], '/index.html'),
  page('sign-in.js', '/SignInPage.tsx', ['form.js', 'shared.js']),
  chunk('form.js', ['/form.ts']),
  chunk('shared.js', ['/button.ts']),
  page('apps.js', '/main/web-apps.ts', ['shared.js', 'menu.js']),
  chunk('menu.js', ['/menu.ts']),
  page('overview.js', '/core/boards/web/OverviewPage.tsx', ['menu.js', 'grid.js']),
  chunk('grid.js', ['/grid.ts']),
  page('alarms.js', '/core/alarms/web/AlarmsPage.tsx', ['rows.js']),
  page('table.js', '/ui/list/DataTable.tsx', ['menu.js', 'rows.js']),
  chunk('rows.js', ['/rows.ts']),
  page('device.js', '/core/device-app/web/DevicePage.tsx', ['rows.js']),
  page('tank.js', '/web/panels/TankPanel.tsx', ['rows.js', 'night.js', 'drawings.js']),
  chunk('drawings.js', ['/drawings.ts']),
  page('meter.js', '/MeterPage.tsx', ['rows.js', 'bills.js', 'night.js']),
  chunk('bills.js', ['/bills.ts']),
  chunk('night.js', ['/night.ts']),
  page('product.js', '/NewProductPanel.tsx', ['form.js', 'fields.js']),
  chunk('fields.js', ['/fields.ts']),
  page('rare.js', '/RarePage.tsx', ['form.js', 'fields.js', 'rare-part.js']),
  chunk('rare-part.js', ['/rare-part.ts']),
];

test('what a first page needs is in the file of its layer, and only once', () => {
  expect(Object.fromEntries(layersOf(chunks))).toEqual({
    '/boot.ts': 'start',
    '/button.ts': 'start',
    '/SignInPage.tsx': 'start',
    '/form.ts': 'start',
    '/main/web-apps.ts': 'shell',
    '/menu.ts': 'shell',
    '/core/boards/web/OverviewPage.tsx': 'overview',
    '/grid.ts': 'overview',
    '/ui/list/DataTable.tsx': 'lists',
    '/rows.ts': 'lists',
    '/NewProductPanel.tsx': 'forms',
    '/fields.ts': 'forms',
    '/core/alarms/web/AlarmsPage.tsx': 'alarms',
    '/core/device-app/web/DevicePage.tsx': 'devices',
    '/web/panels/TankPanel.tsx': 'panels',
    '/drawings.ts': 'panels',
    '/night.ts': 'panels',
    '/MeterPage.tsx': 'meters',
    '/bills.ts': 'meters',
  });
});

test('a layer without an entry fails the build', () => {
  expect(() => layersOf(chunks.filter(({ fileName }) => fileName !== 'table.js'))).toThrow('"lists"');
});
