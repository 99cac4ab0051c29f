import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { printedPages } from '#core/print/common/pages.ts';
import { apps } from '../apps.ts';

test('every printed page that a manifest declares is a file of its slice, and every such file is declared', () => {
  const declared = apps.flatMap((app) =>
    [...printedPages.of([app]).keys()].map(
      (name) => `${app.kind === 'core' ? 'core' : 'solutions'}/${app.id}/web/print/${name}.tsx`,
    ),
  );
  expect(declared.toSorted()).toEqual(globSync('{core,solutions}/*/web/print/*.tsx').toSorted());
});
