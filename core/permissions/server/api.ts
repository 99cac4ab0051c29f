export { grants } from './grants.ts';
export { addDemoGroup } from './demo-group.ts';
export { permissionGroupHandlers } from './group-handlers.ts';
export { loadPermissionIndex, type Registry } from './permission-index.ts';
