import { AddGroupUserFrame } from '#core/alarms/web/parts.tsx';
import { groups } from './group-source.ts';

export const AddGroupUserPage = () => <AddGroupUserFrame source={groups} />;
