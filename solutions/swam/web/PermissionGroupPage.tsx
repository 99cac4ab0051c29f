import { PermissionGroupFrame } from '#core/alarms/web/parts.tsx';
import { groups } from './group-source.ts';

export const PermissionGroupPage = () => <PermissionGroupFrame source={groups} />;
