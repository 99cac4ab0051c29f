/**
 * Tables whose code has moved to another slice, by that slice. Their migrations stay in the slice that created them
 * (`from`), because databases have recorded them by its name.
 */
export const movedTables = {
  'core/commands': {
    from: 'core/devices',
    tables: ['device_command', 'device_check', 'device_listener', 'gateway_process'],
  },
  'core/subscriptions': { from: 'core/devices', tables: ['device_token'] },
  'core/inventory': { from: 'core/devices', tables: ['provisioning_key', 'device_claim', 'device_hand_over'] },
  'core/mail-plans': { from: 'core/alarms', tables: ['notification_schedule', 'notification_schedule_member'] },
  'core/notifications': {
    from: 'core/alarms',
    tables: ['notification_group', 'notification_group_member', 'notification_group_resource', 'alarm_notification'],
  },
  'core/rules': { from: 'core/alarms', tables: ['alarm_rule', 'alarm_timer', 'alarm_judgement'] },
};
