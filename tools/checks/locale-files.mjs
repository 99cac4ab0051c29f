import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const languages = {
  en: ['one', 'other'],
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
};

/** The texts of a folder in a language: key with dots → text; undefined without a file. */
export function textsOf(folder, language) {
  const file = join(folder, 'locales', `${language}.json`);
  return existsSync(file) ? new Map(flat(JSON.parse(readFileSync(file, 'utf8')), '')) : undefined;
}

function flat(texts, prefix) {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );
}

const plural = /^(.*)_(zero|one|two|few|many|other)$/;

/** The key as used in code: plural forms are one key. A key is plural if it has the form "other". */
export function nameOf(key, texts) {
  const base = plural.exec(key)?.[1];
  return base !== undefined && texts.has(`${base}_other`) ? base : key;
}

/** The names of the placeholders in a text. */
export const valuesIn = (text) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort();

/** Returns the differences between the languages of a folder. */
export function parityProblems(folder) {
  const [en, ar] = Object.keys(languages).map((language) => textsOf(folder, language));
  if (!en && !ar) return [];
  if (!en || !ar) return [`${folder}/locales has ${en ? 'no ar.json' : 'no en.json'}`];
  const names = new Set([
    ...[...en.keys()].map((key) => nameOf(key, en)),
    ...[...ar.keys()].map((key) => nameOf(key, ar)),
  ]);
  return [...names].flatMap((name) => {
    const isPlural = en.has(`${name}_other`) || ar.has(`${name}_other`);
    const missing = Object.entries({ en, ar }).flatMap(([language, texts]) =>
      (isPlural ? languages[language].map((form) => `${name}_${form}`) : [name])
        .filter((key) => !texts.get(key)?.trim())
        .map((key) => `${folder}/locales/${language}.json lacks "${key}"`),
    );
    if (missing.length > 0) return missing;
    const key = isPlural ? `${name}_other` : name;
    return differingProblems(`${folder}/locales: "${key}"`, en.get(key), ar.get(key));
  });
}

function differingProblems(where, en, ar) {
  const problems = [];
  if (`${valuesIn(en)}` !== `${valuesIn(ar)}`)
    problems.push(`${where} has other values in braces in Arabic than in English`);
  // Names and units are identical; two English words in lower case are an untranslated sentence.
  if (en === ar && /[a-z] [a-z]/.test(en.replace(/\{\{.*?\}\}/g, ''))) problems.push(`${where} is not translated`);
  return problems;
}

/** Sections whose keys are composed from names: a key is used if the name after the section occurs in the code. */
export const conventions = [
  'app', // the slice's own name
  'about', // what the app is for, in the market
  'pages', // page keys of the manifest
  'sidebar', // groups of pages
  'columns', // fields of an entity, as column headers
  'fields', // the same, as form labels
  'filters', // the same, in the filter panel
  'lists', // route sets, as names of lists
  'actions', // row actions
  'alarmActions', // actions on alarms, if `actions` uses the name for something else
  'actionFields', // inputs of actions on alarms
  'marks', // what comments on alarms say was done
  'parties', // the companies of an alarm
  'steps', // steps of a lifecycle, as buttons and events; `stepTexts`: what they mean
  'stepTexts',
  'values', // values.<field>.<value> of an enum
  'errors', // codes of refuse()
  'validation', // messages of zod
  'notifications', // success notices and HTTP captions
  'permissions', // entities and actions
  'alarms', // kinds of alarms
  'alarmEvents', // what apps add to timelines of alarms
  'guidance', // what to do about a kind of alarms
  'subjects', // what alarms are about in addition to devices
  'reasons', // why an alarm was raised or ended
  'personRoles', // roles of people within the app
  'sensors', // keys of sensor types
  'units', // their units
  'solutions', // keys of solutions
  'settings', // settings of hardware models
  'commands', // names of commands
  'events', // kinds of events of hardware models
  'eventFields', // the fields of their data
  'attributes', // attributes of hardware models
  'checks', // kinds of checks of hardware models
  'checkDone', // the same, as buttons
  'records', // tables whose changes are logged
  'widgets', // kinds of widgets
  'scheduleUses', // what follows schedules
  'viewKinds', // kinds of views that are logged
  'linkKinds', // kinds of signed links
  'screenKinds', // what screens can show
  'webhookEvents', // what webhooks may be notified of
  'retained', // kinds of records that are kept for some days
  'reportSections', // kinds of sections of reports; `reportColumns`: the headings of their columns, `reportParams`: their inputs
  'reportColumns',
  'reportParams',
  'noticeKinds', // what notices are about
  'deviceLogKinds', // kinds of lines in the log of a device, in its filter; `deviceLog`: as sentences
  'deviceLog',
  'connectorKinds', // kinds of senders; `connectorSetup`: what to enter at the other end
  'connectorSetup',
  'spaceKinds', // kinds of spaces
  'planItems', // kinds of items on plans
  'carriers', // kinds of records that devices are fitted to
  'inUse', // what refers to a record that is to be removed
];
