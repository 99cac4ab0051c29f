/** Files of changes that wait on a device until they can be sent: of one change, and of all changes of a person. */
export const keptFiles = {
  bytesEach: 2 * 1024 * 1024,
  perChange: 20,
  bytes: 50 * 1024 * 1024,
} as const;
