/** The key under which a table keeps its settings: `app_module_table`. Anything else is a developer's mistake. */
export function checkTableKey(key: string): string {
  const parts = key.split('_');
  if (parts.length !== 3 || parts.some((part) => part === ''))
    throw new Error(`The table key "${key}" must have the format APPNAME_MODULENAME_TABLENAME`);
  return key;
}
