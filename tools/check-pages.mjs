import { existsSync, readFileSync } from 'node:fs';
import { apps } from '#main/apps.ts';
import { report, sliceFolders } from './sources.mjs';

// A page that no component is bound to would show "not found" behind its own sidebar entry.
const problems = apps.flatMap((app) => {
  const folder = sliceFolders().find((path) => path.endsWith(`/${app.id}`));
  const binding = `${folder}/web/index.tsx`;
  const source = existsSync(binding) ? readFileSync(binding, 'utf8') : '';
  return app.pages
    .filter((page) => !page.redirects && !source.includes(`'${page.path}'`))
    .map((page) => `${folder}/app.ts declares the page "${page.path}", which ${binding} binds to no component`);
});

report(problems, "Bind each page in its slice's web/index.tsx, or take it out of the manifest.");
