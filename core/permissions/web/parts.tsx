export { GroupDetails } from './GroupDetails.tsx';
export { GroupStructures } from './GroupStructures.tsx';
export { GroupsOfPerson } from './GroupsOfPerson.tsx';
export { type PermissionGroupCalls, permissionGroupCalls } from './group-calls.ts';
export { useGroupColumns } from './group-columns.tsx';
export { PeoplePick } from './PeoplePick.tsx';
export { PermissionGroupEditor } from './PermissionGroupEditor.tsx';
export { PermissionGroupList } from './PermissionGroupList.tsx';
