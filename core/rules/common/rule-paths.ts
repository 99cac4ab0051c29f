import type { SavedFilter } from '#platform/common/define-app.ts';

/** The page of the rules of all apps, below the addresses of the core. */
export const rulesPath = 'rules/list';
const rulesAddress = `/core/${rulesPath}`;

/** The usual paths of the pages on which an app creates and edits its rules. */
export const rulePaths = { list: rulesPath, create: 'rules/create', edit: 'rules/{id}/edit' } as const;

/** What the page of an app's rules leads to. */
export const rulesOfApp = (app: string): SavedFilter => ({ of: rulesAddress, by: { app } });

/** The address of the rules of an app among those of all apps. */
export const rulesAddressOf = ({ id }: { id: string }): string => `${rulesAddress}?app=${id}`;
