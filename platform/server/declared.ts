import type { Declared, Registry } from '../common/registry/registry.ts';
import type { Kit } from './kit.ts';
import { Invalid } from './refuse.ts';

/**
 * What is declared under a name that a request gives in a field. Refuses an unknown name with 418; `known` of the error
 * lists the names that the installation has.
 */
export function declaredAs<Spec>(
  of: Registry<Spec>,
  { apps }: Pick<Kit, 'apps'>,
  name: string,
  param = 'kind',
): Declared<Spec> {
  const all = of.of(apps);
  const found = all.get(name);
  if (!found) throw new Invalid([{ param, msg: 'invalid', known: [...all.keys()] }]);
  return found;
}

/** What is declared under a name that code gives. Throws an `Error` for an unknown one: its manifest must declare it. */
export function assertDeclared<Spec>(of: Registry<Spec>, { apps }: Pick<Kit, 'apps'>, name: string): Declared<Spec> {
  const found = of.of(apps).get(name);
  if (!found) throw new Error(`no manifest declares the ${of.what} "${name}"`);
  return found;
}
