export { AlarmList } from './AlarmList.tsx';
export { AlarmsBesideList } from './AlarmsBesideList.tsx';
export type { AlarmSource } from './alarm-calls.ts';
export { DeviceAlarms } from './DeviceAlarms.tsx';
export { CreateGroupFrame } from './groups/CreateGroupFrame.tsx';
export { NotificationGroupFrame, PermissionGroupFrame } from './groups/EditGroupFrames.tsx';
export { GroupsFrame } from './groups/GroupsFrame.tsx';
export { AddGroupUserFrame, GroupUserFrame } from './groups/PersonFrames.tsx';
export type { GroupSource } from './groups/source.ts';
