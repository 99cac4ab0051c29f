import { readFileSync } from 'node:fs';
import { quantities } from '#core/devices/common/models/quantities.ts';
import { companyTypes } from '#platform/common/company-kinds.ts';
import { filesBelow, manifestOf, report, sliceFolders } from '../sources.mjs';
import { appNames, namesIn } from './app-name-rules.mjs';

const appsIn = (folders) => Promise.all(folders.map(manifestOf));
const apps = await appsIn(sliceFolders().filter((folder) => folder.startsWith('solutions/')));
const fixtures = await appsIn(
  filesBelow(['main/test-apps'], ['/app.ts']).map((path) => path.slice(0, -'/app.ts'.length)),
);
const shared = [
  ...quantities,
  ...fixtures.flatMap(({ sensorTypes = [], solutions = [] }) => [...sensorTypes, ...solutions]),
].map(({ key }) => key);
const names = appNames(apps, shared);

const namesInTexts = names.filter(({ onlyInCode }) => !onlyInCode);

// The kinds of companies belong to the platform, also where one begins with the brand of an app.
const textOf = (path) => companyTypes.reduce((text, type) => text.replaceAll(type, ''), readFileSync(path, 'utf8'));

report(
  filesBelow(['platform', 'core'], ['.ts', '.tsx', '.sql', '.json', '.css']).flatMap((path) =>
    namesIn(textOf(path), path.endsWith('.json') ? namesInTexts : names).map(
      ({ line, name }) => `${path}:${line} names ${name}`,
    ),
  ),
  'Platform and core know no app: take what differs from its manifest. Tests use the apps of main/test-apps.',
);
