/** The components of the pages of alarm rules. */
export const ruleScreens = {
  create: () => import('./CreateRulePage.tsx'),
  edit: () => import('./EditRulePage.tsx'),
};
