export { addDemoGroup } from './demo-group.ts';
export { grants } from './grants.ts';
export { permissionGroupHandlers } from './group-handlers.ts';
export { loadPermissionIndex, type Registry } from './permission-index.ts';
