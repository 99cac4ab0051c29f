/** Returns the preference key of a table. Throws unless it has the form `app_module_table`. */
export function checkTableKey(key: string): string {
  const parts = key.split('_');
  if (parts.length !== 3 || parts.some((part) => part === ''))
    throw new Error(`The table key "${key}" must have the format APPNAME_MODULENAME_TABLENAME`);
  return key;
}
