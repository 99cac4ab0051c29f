/** The pages of police headquarters and their stations, below the app. */
export const policePaths = {
  headquarters: 'polices/head-quarter-list',
  stations: 'polices/local-police-list',
  stationsOf: 'polices/local-police-list/{id}',
  newHeadquarters: 'polices/create-head-quarter',
  editHeadquarters: 'polices/create-head-quarter/{id}',
  newStation: 'polices/{hqId}/create-local-quarter',
  editStation: 'polices/{hqId}/edit-local-quarter/{id}',
} as const;
