export const schedulesAddress = '/core/schedule/list';
export const newScheduleAddress = '/core/schedule/create';
export const editScheduleAddress = (id: number): string => `/core/schedule/edit/${id}`;
