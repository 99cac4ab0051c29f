export { grants } from './grants.ts';
export { loadPermissionIndex, type Registry } from './permission-index.ts';
