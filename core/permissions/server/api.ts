export { type ActingPerson, actingPerson } from './acting-person.ts';
export { addDemoGroup } from './demo-group.ts';
export { abilityGranted, grants } from './grants.ts';
export { permissionGroupHandlers } from './group-handlers.ts';
export { assertResources, ownsGroupResources } from './group-resources.ts';
export { membersGranted } from './group-rows.ts';
export { loadPermissionIndex, maskOfAbilities, type Registry } from './permission-index.ts';
