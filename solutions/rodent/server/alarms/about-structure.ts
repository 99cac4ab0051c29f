/** What alarms about a structure are about. */
export const aboutStructure = (companyId: number, id: number) => ({
  companyId,
  app: 'rodent',
  subject: { type: 'structure-pests', id },
});
