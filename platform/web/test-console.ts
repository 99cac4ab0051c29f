/*
 * React reports what is wrong with a component, such as an unknown property or a change while another renders, only to the console. A component test fails for everything that is reported there as an error.
 */

/** The product's own report there when a test lets a page fail on purpose (RouteError). */
const ofProduct: readonly string[] = ['The page failed'];
const reported: string[] = [];
const report = console.error;
console.error = (...parts: unknown[]) => {
  report(...parts);
  const [head, ...values] = parts.map(String);
  // React passes the values of its messages separately.
  const message = values.reduce<string>((text, value) => text.replace('%s', () => value), head ?? '');
  if (!ofProduct.includes(message)) reported.push(message);
};

/** The errors in the console since the last call. */
export const takeConsoleErrors = (): string[] => reported.splice(0);
