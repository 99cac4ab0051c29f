/** The usual paths of the pages of groups. */
export const groupPaths = {
  list: 'groups/list',
  create: 'groups/create',
  editPermission: 'groups/edit-permission/{id}',
  editNotification: 'groups/edit-notification/{id}',
  addUser: 'groups/add-user',
  editUser: 'groups/edit-user/{id}',
} as const;
